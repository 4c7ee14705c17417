// What browsers and Node both have and what is as pure as arithmetic: a plain .ts file may use it (tsconfig.pure.json).
// No clock, no randomness, no network, no storage.

declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: string | Record<string, string> | Iterable<[string, string]>)
  readonly size: number
  append(name: string, value: string): void
  delete(name: string): void
  get(name: string): string | null
  getAll(name: string): string[]
  has(name: string): boolean
  set(name: string, value: string): void
  toString(): string
  [Symbol.iterator](): IterableIterator<[string, string]>
}

declare class URL {
  static canParse(url: string, base?: string): boolean
  constructor(url: string, base?: string | URL)
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
  readonly searchParams: URLSearchParams
  readonly hash: string
  toString(): string
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}

/** Bytes as the database hands them: a hash that pure code carries along and never looks into. */
interface Buffer extends Uint8Array {}
