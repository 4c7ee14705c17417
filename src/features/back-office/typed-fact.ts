/** Something that was typed into a form or a field that its page has not got any more, to be read and copied. */
export interface TypedFact {
  name: string
  text: string
}
