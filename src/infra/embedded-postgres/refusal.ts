/** The database cannot be started, and the operator can do something about it: one clear sentence for him. */
export class PostgresRefusal extends Error {
  override readonly name = 'PostgresRefusal'
}

/** The code of a system error (`EACCES`) or of PostgreSQL (`57P03`); '' when the error has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
