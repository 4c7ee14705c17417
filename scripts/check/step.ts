export interface Outcome {
  ok: boolean
  /** What to show when it failed. */
  details: string
  /** Worth a look although it succeeded. */
  remarks?: string[]
  passed?: number
  failed?: number
}

export interface Step {
  /** For `--only`. */
  name: string
  title: string
  /** It looks at the built shop. */
  needsBuild?: true
  run(env: NodeJS.ProcessEnv): Promise<Outcome>
}
