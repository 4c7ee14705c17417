/** RFC 9457 problem details, as every refusal that is not a business outcome is told. */
export interface ProblemDetails {
  type: string
  title: string
  status: number
  detail?: string
  errors?: Record<string, string[]>
}

export const problemTitles = {
  400: 'That request could not be read',
  401: 'Please sign in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not allowed here',
  406: 'Not available in that form',
  408: 'That took too long',
  409: 'That has changed meanwhile',
  412: 'That has changed meanwhile',
  413: 'Too much at once',
  414: 'That address is too long',
  415: 'That kind of content is not read here',
  416: 'That part is not there',
  422: 'Some fields are invalid',
  429: 'Too many requests',
  431: 'Too much at once',
  500: 'Something went wrong on our side',
  503: 'Not available just now',
} as const

export type ProblemStatus = keyof typeof problemTitles

/** Thrown anywhere on the server; becomes an application/problem+json answer or the error page. */
export class Problem extends Error {
  readonly status: ProblemStatus
  readonly detail: string | undefined
  readonly errors: Record<string, string[]> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: ProblemStatus,
    detail?: string,
    more: { errors?: Record<string, string[]>; retryAfterSeconds?: number } = {},
  ) {
    super(detail ?? problemTitles[status])
    this.status = status
    this.detail = detail
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  details(): ProblemDetails {
    return {
      type: 'about:blank',
      title: problemTitles[this.status],
      status: this.status,
      ...(this.detail === undefined ? {} : { detail: this.detail }),
      ...(this.errors === undefined ? {} : { errors: this.errors }),
    }
  }
}
