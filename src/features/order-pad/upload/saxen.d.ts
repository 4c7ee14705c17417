// The package has no types. Only what workbook.server.ts uses.
declare module 'saxen' {
  type DecodeEntities = (text: string) => string

  export class Parser {
    on(
      event: 'openTag',
      listener: (
        name: string,
        getAttributes: () => Record<string, string> | false,
        decode: DecodeEntities,
      ) => void,
    ): this
    on(event: 'closeTag', listener: (name: string) => void): this
    on(event: 'text', listener: (text: string, decode: DecodeEntities) => void): this
    on(event: 'cdata' | 'attention', listener: (text: string) => void): this
    on(event: 'error', listener: (error: Error) => void): this
    stop(): void
    parse(xml: string): Error | undefined
  }
}
