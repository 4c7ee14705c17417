/** Characters. A longer word, such as an e-mail address, would be wider than its column. */
const maxUnbroken = 24

/** '7-10', 'spin-on' and a thread such as '1 3/8-16 UN' are not broken across lines; the text content is unchanged. */
export function renderUnbroken(text: string) {
  return text.split(/((?:\d+ )?\S+-\S+(?: UN[A-Z]*\b)?)/).map((part, index) =>
    index % 2 === 1 && part.length <= maxUnbroken ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
