export interface Outcome {
  ok: boolean
  /** What to show when it failed. */
  details: string
  passed?: number
  failed?: number
}

export interface Step {
  /** For `--only`. */
  name: string
  title: string
  /** It runs the built application. */
  needsBuild?: true
  /** It takes long and seldom fails alone: runs only when `--only` names it. */
  onlyWhenNamed?: true
  run(env: NodeJS.ProcessEnv): Promise<Outcome>
}
