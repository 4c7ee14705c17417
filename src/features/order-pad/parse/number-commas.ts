/** '1,000' and '2,00' are one number each: their comma does not divide cells. '999,120' behind digits may be two. */
const numberComma =
  /(?<=^ ?|"|[;|\t] ?|(?<!,)[x×*(] ?|[\p{L}-][^\s,]{0,20} |\d{5} |[:=] | {2})\d{1,3}(?:(?:,\d{3}){1,2}(?:\.0{1,2})?|,0{1,2})(?=$|\s(?![\p{L}.]{0,9} ?,)|[)×*";|]|\.(?!\d)|(?:x|off|pcs|stk|ea)\b)/giu

/** Stands for a comma within a number; the text has the same length. */
export const commaPlaceholder = '\u0001'

export const protectNumberCommas = (text: string): string =>
  text.replace(numberComma, digits => digits.replaceAll(',', commaPlaceholder))
