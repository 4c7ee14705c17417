declare module 'punycode/punycode.es6.js' {
  /** 'xn--bcher-kva.example' → 'bücher.example'. Throws on a malformed label. */
  export function toUnicode(domain: string): string
}
