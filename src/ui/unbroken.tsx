/** '7-10' and 'spin-on' are not broken across lines; the text content is unchanged. */
export function renderUnbroken(text: string) {
  return text.split(/(\S+-\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
