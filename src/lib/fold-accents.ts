const letters: Record<string, string> = { ł: 'l', đ: 'd', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe' }

/** Lower case without accents: 'Hägglunds' → 'hagglunds'. An ø that stands alone means diameter and stays. */
export function foldAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łđßæœ]|(?<=\p{L})ø|ø(?=\p{L})/gu, letter => letters[letter]!)
}
