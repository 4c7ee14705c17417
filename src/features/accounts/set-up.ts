/** What an authenticator app is told: by the QR code, by a link, or by hand. */
export interface SetUp {
  /** Base32, in groups of four. */
  key: string
  /** One path of dark squares in a field of `size` by `size`. */
  qr: { size: number; path: string }
  /** For a telephone that shows this page itself. */
  uri: string
}
