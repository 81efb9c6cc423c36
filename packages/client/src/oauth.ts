// The public surface of OAuth 2: sources of tokens for `credentials`. Needs the package oauth4webapi.

export type { ClientCredentialsOptions } from "./auth/oauth/client-credentials.js";
export { clientCredentials } from "./auth/oauth/client-credentials.js";
export type { DeviceCodeOptions, DevicePrompt } from "./auth/oauth/device-code.js";
export { deviceCode } from "./auth/oauth/device-code.js";
export type { OAuthOptions } from "./auth/oauth/oauth-options.js";
export type { OpenIdConnectOptions } from "./auth/oauth/open-id-connect.js";
export { openIdConnect } from "./auth/oauth/open-id-connect.js";
export type { RefreshTokenOptions } from "./auth/oauth/refresh-token.js";
export { refreshToken } from "./auth/oauth/refresh-token.js";
