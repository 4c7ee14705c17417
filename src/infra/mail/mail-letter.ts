import type { ReactElement } from 'react'
import type { Email } from '../../ui/mail.ts'

/** Writes a letter from its React element: HTML, and the same words as plain text. */
export async function renderEmail(subject: string, element: ReactElement): Promise<Email> {
  // Opened with the first letter: it is large, and a start of the shop writes none.
  const { render, toPlainText } = await import('@react-email/render')
  const html = await render(element)
  return { subject: oneLine(subject), html, text: toPlainText(html, asText).concat('\n') }
}

// Headers end at a line break: what people typed must not begin another one (CR/LF and other controls).
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

const asText = {
  wordwrap: 76,
  selectors: [
    // Figures stand below each other: tables of figures carry the class 'data'.
    {
      selector: 'table.data',
      format: 'dataTable',
      options: { uppercaseHeaderCells: false, maxColumnWidth: 44 },
    },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'a[href^="mailto:"]', format: 'inline' },
    { selector: 'a[href^="tel:"]', format: 'inline' },
  ],
}
