import type { ReplyOf } from '../../../lib/calls/call.ts'
import { formatDate, parseIsoDate } from '../../../lib/dates.ts'
import type { Attachment, EmailShop } from '../../../ui/email/email.ts'
import type { readTerms } from '../../home/schemas.ts'

/** The shop's terms of sale. */
export type AcceptedTerms = ReplyOf<typeof readTerms>

export function formatTermsVersion(version: string): string {
  const day = parseIsoDate(version)
  return day ? formatDate(day) : version
}

/**
 * The terms of sale as a text that the customer can keep, and the model form for cancelling (Consumer Contracts
 * Regulations 2013, regulation 16 and schedule 3).
 */
function formatTerms(
  { version, sections }: AcceptedTerms,
  shop: EmailShop,
  address: readonly string[],
): string {
  const seller = [shop.name, ...address, shop.email, shop.phone].filter(Boolean).join(', ')
  return [
    `${shop.name}: terms of sale, version of ${formatTermsVersion(version)}`,
    ...sections.map(({ heading, paragraphs }, index) =>
      [`${index + 1}. ${heading}`, ...paragraphs].join('\n\n'),
    ),
    'Model form for cancelling, for consumers',
    'You need not use this form. Complete and return it only if you wish to cancel.',
    [
      `To ${seller}:`,
      'I hereby give notice that I cancel my contract of sale of the following goods:',
      'Ordered on / received on:',
      'Order number:',
      'Name and address:',
      'Signature (only if this form is sent on paper):',
      'Date:',
    ].join('\n'),
    '',
  ].join('\n\n')
}

export const attachTerms = (
  terms: AcceptedTerms,
  shop: EmailShop,
  address: readonly string[],
): Attachment => ({
  filename: `terms-${terms.version}.txt`,
  type: 'text/plain; charset=utf-8',
  content: new TextEncoder().encode(formatTerms(terms, shop, address)),
})
