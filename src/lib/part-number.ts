/**
 * The key under which every spelling of a part number is the same: upper case, letters without accents and digits only.
 * `p 551-712` and `P551712` meet. The same rule in SQL: function code_key in db/migrations/002-catalogue.sql.
 */
export function toCodeKey(code: string): string {
  return code
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
}
