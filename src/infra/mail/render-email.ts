import type { ReactElement } from 'react'
import type { Email } from '../../ui/email/email.ts'

/** Renders an e-mail from its React element: HTML, and the same words as plain text. */
export async function renderEmail(subject: string, element: ReactElement): Promise<Email> {
  // Imported with the first e-mail: it is large, and a start of the shop renders none.
  const { render, toPlainText } = await import('@react-email/render')
  const html = await render(element)
  return { subject: toHeaderText(subject), html, text: toPlainText(html, plainTextOptions).concat('\n') }
}

// A header ends at a line break: text that people typed must not start another one.
function toHeaderText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

const plainTextOptions = {
  wordwrap: 76,
  selectors: [
    // Tables of figures have the class 'data': their columns are aligned.
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
