/**
 * The delivery promise for narrow screens: 'Order by 14:30 on Monday' → 'Order by 14:30 Mon', 'for delivery tomorrow, Tuesday
 * 24 November' → 'for Tue 24 Nov'. A text of another form stays as it is.
 */
export function shortenPromise(text: string): string {
  return text
    .replace(/^(Order by [\d:]+) on ([A-Z][a-z]{2})[a-z]*day$/, '$1 $2')
    .replace(
      /^for delivery (?:tomorrow, )?([A-Z][a-z]{2})[a-z]*day (\d{1,2} [A-Z][a-z]{2})[a-z]*$/,
      'for $1 $2',
    )
}
