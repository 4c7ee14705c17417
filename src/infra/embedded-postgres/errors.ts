/** The database cannot be started, and the operator can do something about it. The message is one sentence for them. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}

/** The code of a system error (`EACCES`) or of PostgreSQL (`57P03`); '' when the error has none. */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
