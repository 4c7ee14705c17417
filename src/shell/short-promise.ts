/**
 * The promise in the width of a phone: 'for delivery tomorrow, Tuesday 24 November' → 'for Tue 24 November'.
 * A text of another form stays as it is.
 */
export function shortPromise(text: string): string {
  return text.replace(
    /^for delivery (?:tomorrow, )?([A-Z][a-z]{2})[a-z]*day (\d{1,2} [A-Z][a-z]+)$/,
    'for $1 $2',
  )
}
