/** A certificate of X.509 that a client has proved to be its own. */
export interface ClientCertificate {
  /** Whom it is for, by the short names of X.500: `{ CN: "billing", O: "Example" }`. */
  readonly subject: DistinguishedName;
  /** Who has signed it. */
  readonly issuer: DistinguishedName;
  /** Other names of whom it is for, as Node writes them: `DNS:billing.example, URI:spiffe://example/billing`. */
  readonly subjectAltName?: string | undefined;
  /** Hexadecimal; an issuer gives each once. */
  readonly serialNumber: string;
  /** SHA-256 of the whole certificate, in hexadecimal pairs with colons between them. */
  readonly fingerprint256: string;
}

/** A name of X.500; parts that it has more than once are lists. */
export type DistinguishedName = Readonly<Partial<Record<string, string | readonly string[]>>>;

/** What Node says of the certificate of a peer, which is nothing where there is none. */
type PeerCertificate = Omit<ClientCertificate, "subjectAltName"> & { readonly subjectaltname?: string | undefined };

/** The certificate of a peer as Node has it; undefined where there is none. */
export function certificateOf(peer: PeerCertificate | Record<never, never>): ClientCertificate | undefined {
  if (!("subject" in peer)) return undefined;
  const { subject, issuer, subjectaltname: subjectAltName, serialNumber, fingerprint256 } = peer;
  return { subject: { ...subject }, issuer: { ...issuer }, subjectAltName, serialNumber, fingerprint256 };
}
