/** Text of several paragraphs, as it was typed. */
export function WrittenText({ text }: { text: string }) {
  return text.split(/\n\s*\n/).map((paragraph, index) => (
    // The paragraphs never change.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <p key={index} className="ink" style={{ margin: '0 0 12px', overflowWrap: 'anywhere' }}>
      {paragraph.split('\n').map((textLine, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={nth}>
          {nth > 0 && <br />}
          {textLine}
        </span>
      ))}
    </p>
  ))
}
