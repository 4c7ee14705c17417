export type FindingState = 'ok' | 'warning' | 'problem'

/** What one check found out: one sentence for the operator, without secrets. */
export interface Finding {
  /** 'database', 'mail' */
  check: string
  state: FindingState
  sentence: string
}

export type Verdict = [state: FindingState, sentence: string]

export const ok = (sentence: string): Verdict => ['ok', sentence]
export const warning = (sentence: string): Verdict => ['warning', sentence]
export const problem = (sentence: string): Verdict => ['problem', sentence]
