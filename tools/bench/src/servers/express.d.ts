// What the official SDK's server needs of express, which comes without types.
declare module "express" {
  interface Application {
    use(path: string, handler: unknown): void;
    listen(port: number, host: string, then: () => void): import("node:http").Server;
  }
  function express(): Application;
  export = express;
}
