import { contactSentence, fillInContact, type Sentence, type ShopContact } from '../shop-contact.ts'
/** RFC 9457 problem details: the response to every refusal that is not a business outcome (R-CALL-5). */
export interface ProblemDetails {
  type: string
  title: string
  status: number
  detail?: string
  errors?: Record<string, string[]>
  /** The request's id in the log; only for errors of the server. */
  instance?: string
  /** The request's id, as in the header x-request-id and in the log. */
  request_id?: string
}

export const problemTitles = {
  400: 'That request could not be read',
  401: 'Please sign in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not allowed here',
  406: 'Not available in that format',
  408: 'That took too long',
  409: 'Changed in the meantime',
  412: 'Changed in the meantime',
  413: 'Too much at once',
  414: 'That address is too long',
  415: 'That type of content is not accepted',
  416: 'That part is not there',
  422: 'Some fields are invalid',
  429: 'Too many requests',
  431: 'Too much at once',
  500: 'Something went wrong on our side',
  503: 'Not available just now',
} as const

export type ProblemStatus = keyof typeof problemTitles

/** The detail of problems that are thrown without one. */
const defaultDetails: Record<ProblemStatus, Sentence> = {
  400: 'Some of what was sent could not be read.',
  401: 'You need to be signed in for this. Please sign in and try again.',
  403: 'You don’t have permission to do this.',
  404: 'There is nothing at that address.',
  405: 'That can’t be done at this address.',
  406: 'This is not available in any of the formats requested.',
  408: 'The request took too long to arrive. Please try again.',
  409: 'Somebody has changed this in the meantime. Please check it and try again.',
  412: 'Somebody has changed this in the meantime. Please check it and try again.',
  413: 'That is more than we can take at once.',
  414: 'Part of the address is too long.',
  415: 'Send application/json or application/x-www-form-urlencoded.',
  416: 'The file has no such part.',
  422: 'Some of what was sent is not valid.',
  429: 'Please wait a moment and try again.',
  431: 'The headers of the request are too long.',
  500: contactSentence(
    'A fault on our side stopped that. Please try again. If it keeps happening, call us.',
    'A fault on our side stopped that. Please try again.',
  ),
  503: 'Please try again in a moment.',
}

/** What there is; nothing is answered with a 404. */
export function or404<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Problem(404)
  return value
}

/** Thrown anywhere on the server; answered as application/problem+json or as the error page. */
export class Problem extends Error {
  readonly status: ProblemStatus
  readonly detail: Sentence | undefined
  readonly errors: Record<string, string[]> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: ProblemStatus,
    detail?: Sentence,
    more: { errors?: Record<string, string[]>; retryAfterSeconds?: number } = {},
  ) {
    super(typeof detail === 'object' ? detail.withoutPhone : (detail ?? problemTitles[status]))
    this.status = status
    this.detail = detail
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  toDetails(contact: ShopContact): ProblemDetails {
    return {
      type: 'about:blank',
      title: problemTitles[this.status],
      status: this.status,
      detail: fillInContact(this.detail ?? defaultDetails[this.status], contact),
      ...(this.errors === undefined ? {} : { errors: this.errors }),
    }
  }
}
