/**
 * An expected 'no' is a value. `reason` is a key of a messages table or a sentence for people; `Details`: what else a
 * refusal says.
 */
export type Result<Value extends object, Reason, Details = unknown> =
  | ({ ok: true } & Value)
  | ({ ok: false; reason: Reason } & Details)
