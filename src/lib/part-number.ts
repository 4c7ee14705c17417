/**
 * The key that all spellings of a part number share: upper case, letters without accents and digits only. `p 551-712`
 * and `P551712` have the same. The SQL function code_key (db/migrations/002-catalogue.sql) does the same.
 */
export function toCodeKey(code: string): string {
  return code
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
}
