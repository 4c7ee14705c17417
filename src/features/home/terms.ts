import { parseIsoDate } from '../../lib/dates.ts'

export interface TermsSection {
  heading: string
  paragraphs: string[]
}

export interface TermsOfSale {
  /** The day from which they apply (ISO); stored with each order as what the buyer accepted. */
  version: string
  sections: TermsSection[]
}

export const termsMessages = {
  notPublished: 'Our terms of sale are not published yet. Until they are, we take no orders.',
} as const

/**
 * Parses the operator's file (docs/operations.md): a line 'Version: 2026-11-24', then sections that begin with a line
 * '# Heading' and have paragraphs with empty lines between. A string says what is wrong.
 */
export function parseTerms(text: string): TermsOfSale | string {
  const [head = '', ...blocks] = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split(/\n(?=#+ )/)
  const [firstLine = '', ...introduction] = head.trim().split('\n')
  const day = /^Version: *(\S+)$/.exec(firstLine.trim())?.[1]
  const version = day === undefined ? null : parseIsoDate(day)
  if (version === null) return 'the first line must be the day of the version, such as Version: 2026-11-24'
  const unspaced = /^#+[^#\s].*/m.exec(text)?.[0]
  if (unspaced !== undefined) return `the heading “${unspaced.slice(0, 60)}” needs a space after #`
  if (introduction.some(line => line.trim() !== ''))
    return 'the text after the version must begin with a heading, such as # Delivery'
  const sections = blocks.map(parseSection)
  if (sections.length === 0) return 'there is no section: a line that begins with #'
  const empty = sections.find(({ heading, paragraphs }) => heading === '' || paragraphs.length === 0)
  if (empty) return `the section “${empty.heading}” has no text`
  const headings = sections.map(({ heading }) => heading)
  const repeated = headings.find((heading, index) => headings.indexOf(heading) !== index)
  if (repeated !== undefined) return `the heading “${repeated}” is there twice`
  return { version, sections }
}

function parseSection(block: string): TermsSection {
  const [head = '', ...lines] = block.split('\n')
  const paragraphs = lines
    .join('\n')
    // A line of a list is a paragraph of its own.
    .split(/\n\s*\n|\n(?=\s*[-*] )/)
    .map(paragraph => paragraph.replace(/\s+/g, ' ').trim())
    .filter(paragraph => paragraph !== '')
  return { heading: head.replace(/^#+/, '').trim(), paragraphs }
}

const demoSections: TermsSection[] = [
  {
    heading: 'Who these terms are for',
    paragraphs: [
      'These terms apply to every order placed in this shop, over the phone or by email. “We” are the shop; “you” are the person or the company that orders.',
      'Some parts are for consumers only: people who buy mainly for purposes outside their trade, business or profession. Some are for trade buyers only. Where a part says neither, it is for both.',
      'Nothing in these terms takes away rights that the law gives you and that you cannot give up.',
    ],
  },
  {
    heading: 'Your order and when it is binding',
    paragraphs: [
      'What you see in the shop is an invitation to order. Your order is an offer to buy. We email you when we have received it; the contract is made when we confirm the order or despatch the goods, whichever is first.',
      'We may decline an order: when a part has run out, when a price or a description was obviously wrong, when a payment was not authorised, or when we cannot deliver to the address. If you have already paid for what we decline, we return the whole amount to the same card or account.',
      'An order that your company asks a head buyer to approve is not binding until the head buyer places it. A quotation is valid until the day printed on it.',
    ],
  },
  {
    heading: 'Choosing the right part',
    paragraphs: [
      'Other makers’ names and numbers are shown only so that you can find the part that replaces theirs. They belong to their owners, and the parts are not made or approved by those makers unless we say so.',
      'Makers change machines within a model. Compare the old part with the measurements, the thread and the seal on the product page before you fit the new one, and ask us when you are not sure. A part that has been fitted cannot be sold again.',
      'Fit filters and seals as the handbook of the machine says. We are not responsible for damage that comes from a part fitted to a machine it was not listed for, or fitted wrongly.',
    ],
  },
  {
    heading: 'Prices and VAT',
    paragraphs: [
      'Prices are in pounds sterling and shown excluding and including VAT. Delivery is shown before you order. The amount on the button that places the order is what you pay.',
      'For deliveries outside the United Kingdom, VAT is charged according to the rules for the destination. Duties and taxes that are raised on arrival are yours to pay, unless we have agreed otherwise in writing.',
      'A minimum order value may apply; the basket says so before you check out. A voucher can be used according to its conditions and has no cash value.',
    ],
  },
  {
    heading: 'Paying',
    paragraphs: [
      'You can pay by card when you order. Card details are entered on the form of our payment provider; we never see or keep them.',
      'Companies with a credit account may order on account. Invoices are due 30 days after the end of the month of the invoice, unless your account says otherwise. We may stop an account that is overdue or over its limit: orders are then accepted but not despatched until it is settled.',
      'Trade buyers who pay late owe interest and compensation under the Late Payment of Commercial Debts (Interest) Act 1998.',
    ],
  },
  {
    heading: 'Delivery and collection',
    paragraphs: [
      'The delivery day shown at checkout is what we plan for an order placed before the cut-off time. If we find that we cannot keep it, we will tell you and offer a new day. Unless we agree otherwise, goods reach consumers within 30 days of the order.',
      'Goods are at our risk until they are in your hands, or in the hands of somebody you named. When you collect, they are at your risk from the counter.',
      'Count the parcels and look at them when they arrive. Tell us about missing or damaged goods as soon as you can; trade buyers within 5 working days, so that we can claim from the carrier.',
      'Goods ordered on account by a trade buyer stay ours until they are paid for.',
    ],
  },
  {
    heading: 'Changing your mind: consumers',
    paragraphs: [
      'If you are a consumer and ordered at a distance, you may cancel without giving a reason until 14 days after the day on which you, or somebody you named, received the last of the goods. Tell us in any clear way; an email with your order number is enough. You may use the model form of the Consumer Contracts Regulations 2013, but need not.',
      'Send the goods back within 14 days of telling us. You pay for the return unless the goods are faulty or not what you ordered. We refund the price and the cheapest ordinary delivery within 14 days of getting the goods back, or proof that you sent them.',
      'You may unpack a filter and hold it against the old one. If it has been fitted, filled or otherwise used, we may take off what that took from its value. Parts made to your measure, and sealed parts that cannot be returned for reasons of health or hygiene once they are opened, cannot be cancelled.',
    ],
  },
  {
    heading: 'Returns: trade buyers',
    paragraphs: [
      'Parts from our shelves, unused and in clean original packing, may come back within 30 days if you ask us first. We may charge 15% of the price for handling. Parts that we ordered in for you, or had made, cannot come back unless they are faulty.',
      'Put the order number into the parcel. If there is none, the parts have to wait until we know whose they are.',
    ],
  },
  {
    heading: 'Faulty goods',
    paragraphs: [
      'Consumers: under the Consumer Rights Act 2015, goods must be as described, fit for purpose and of satisfactory quality. Within 30 days you may reject faulty goods and get your money back; after that you may ask for repair or replacement first, and for a price reduction or a refund if that does not work.',
      'Trade buyers: if a part shows a fault in material or workmanship within 12 months of delivery, we replace it or refund its price. Send us the part and tell us which machine it was on and for how many hours. A filter lasts for the change interval that the machine’s maker gives; wearing out after it is not a fault.',
    ],
  },
  {
    heading: 'What we are responsible for',
    paragraphs: [
      'We never limit our liability for death or injury caused by our negligence, for fraud, or for anything else that the law does not allow us to limit.',
      'To consumers we are responsible for loss that is a foreseeable result of our breach of these terms. We supply for private use and are not responsible for losses of a business.',
      'To trade buyers we are not responsible for loss of profit, of working hours of machines or of business, nor for other indirect loss. Beyond that, what we owe for an order is limited to twice its price, excluding VAT.',
      'Neither of us is responsible for delay through events that could not reasonably be prevented. If such a delay lasts longer than 30 days, either of us may cancel what has not been delivered, and we refund what was paid for it.',
    ],
  },
  {
    heading: 'Your account and your data',
    paragraphs: [
      'Keep your password to yourself and tell us if somebody else may know it. A company is responsible for the orders placed by the people it allows to use its account.',
      'We use what you tell us to handle your order and your account, to keep the records that the law asks for and, only if you subscribed, to send the newsletter. You may ask to see, correct or delete what we hold about you.',
    ],
  },
  {
    heading: 'Used oil filters',
    paragraphs: [
      'Used oil and fuel filters are hazardous waste. Do not put them into household or general waste: take them to a household recycling centre, or, as a business, hand them to a registered carrier.',
    ],
  },
  {
    heading: 'Complaints and law',
    paragraphs: [
      'If something has gone wrong, call or write to us first; most things are settled in a day. If we cannot settle it, consumers may turn to an alternative dispute resolution body or to Citizens Advice.',
      'The law of England and Wales applies to these terms. Consumers who live in Scotland or Northern Ireland keep the protection of the law there and may bring proceedings in the courts there; disputes with trade buyers go to the courts of England and Wales.',
      'If part of these terms turns out to be invalid, the rest still applies. The version shown when you ordered is the one that applies to your order.',
    ],
  },
]

/** The demo's terms; `deploy/terms.example.md` has them as a draft for a real shop. Each change needs a new version. */
export const demoTerms: TermsOfSale = { version: '2026-11-01', sections: demoSections }
