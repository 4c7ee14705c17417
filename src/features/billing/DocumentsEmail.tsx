import { z } from 'zod'
import type { AppContext } from '../../infra/app-context.ts'
import { defineEmail, type LinkDeps } from '../../infra/mail/define-email.server.ts'
import { drawDocumentJob } from '../../infra/pdf/draw-pdf.server.ts'
import { pluralize } from '../../lib/count.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatPounds } from '../../lib/money.ts'
import { joinDetails } from '../../lib/shop-contact.ts'
import { ActionLink, EmailLayout, FactList, Paragraph, TextLink } from '../../ui/email/EmailLayout.tsx'
import type { Attachment } from '../../ui/email/email.ts'
import { documentNames, formatDocumentNumber, parseDocumentNumber } from './document.ts'
import { toDocumentFile } from './document-content.server.ts'
import { createInvoicePaymentPath } from './invoice-link.server.ts'
import { type DocumentRef, type EmailedDocument, listEmailedDocuments } from './queries.ts'

type DocumentEmailDeps = Pick<AppContext, 'db' | 'threads'> & InvoiceLinkDeps

/** `takesCards`: of the shop; without, there is nothing to pay with. */
export type InvoiceLinkDeps = LinkDeps & { takesCards?: boolean }

/** The links to pay invoices: 'INV-000042' → path. */
export const createInvoiceLinks = (
  numbers: readonly string[],
  { config, takesCards = false }: InvoiceLinkDeps,
): [string, string][] =>
  (takesCards ? numbers : []).map(number => [
    number,
    createInvoicePaymentPath(config.sessionSecret, parseDocumentNumber(number)!.number),
  ])

export function PayInvoices({ links }: { links: readonly [string, string][] }) {
  const [first, ...further] = links
  if (!first) return null
  if (further.length === 0) return <ActionLink path={first[1]}>Pay this invoice by card</ActionLink>
  return links.map(([number, path]) => (
    <Paragraph key={number}>
      <TextLink path={path}>{`Pay ${number} by card`}</TextLink>
    </Paragraph>
  ))
}

const documentsPayload = z.object({
  documentIds: z.array(z.number()),
  /** Of the order, when all are of one; null. */
  reference: z.string().nullable(),
  /** 'INV-000042' of one alone; null. */
  number: z.string().nullable(),
  /** Of several e-mails of a day. */
  part: z.number(),
  parts: z.number(),
})

/** Invoices and credit notes, attached as PDF, for the accounts department of a company (R-INVOICE-11). */
export const documentsEmail = defineEmail({
  kind: 'documents',
  name: number => (number === null ? 'Invoices and credit notes' : `${toName(String(number))} for accounts`),
  sendAgainTo: 'recipient',
  payload: documentsPayload,
  create: (
    documents: readonly DocumentRef[],
    recipient: string,
    { part = 1, parts = 1, again = '' }: { part?: number; parts?: number; again?: string } = {},
  ) => {
    const [first] = documents
    const isOneOrder = documents.every(({ reference }) => reference === first!.reference)
    return {
      recipient,
      key: [...documents.map(({ id }) => id), recipient, ...(again === '' ? [] : [again])].join(':'),
      payload: {
        documentIds: documents.map(({ id }) => id),
        reference: isOneOrder ? first!.reference : null,
        number: documents.length === 1 ? formatDocumentNumber(first!.kind, first!.number) : null,
        part,
        parts,
      },
    }
  },
  load: async ({ documentIds, part, parts }, { db }: DocumentEmailDeps) => ({
    documents: await listEmailedDocuments(db, documentIds),
    part,
    parts,
  }),
  subject: ({ documents, part, parts }, shopName) => {
    const [first] = documents
    const which = parts > 1 ? ` (${part} of ${parts})` : ''
    if (documents.length > 1) return `${formatCounts(documents)}${which} – ${shopName}`
    const { number, purchaseOrder, reference } = first!
    const about = purchaseOrder === '' ? `order ${reference}` : `PO number ${purchaseOrder}`
    return `${toName(number)} for ${about}${which} – ${shopName}`
  },
  attachments: async ({ documents }, { threads }: DocumentEmailDeps) => {
    const attachments: Attachment[] = []
    // One after the other: a customer who opens an invoice meanwhile waits for one of them at most.
    for (const { content, reference } of documents)
      attachments.push({
        filename: toDocumentFile(content, reference),
        type: 'application/pdf',
        content: await threads.run(drawDocumentJob, 'mail', () => content),
      })
    return attachments
  },
  links: ({ documents }, deps: DocumentEmailDeps) =>
    createInvoiceLinks(
      documents.filter(({ isToPay }) => isToPay).map(({ number }) => number),
      deps,
    ),
  component: ({ payload: { documents }, links }) => {
    const isOne = documents.length === 1
    const { company, accountNumber, number } = documents[0]!
    const text = isOne
      ? `${toName(number)} for ${company} (account ${accountNumber}) is attached as a PDF.`
      : `${formatCounts(documents)} for ${company} (account ${accountNumber}) are attached as PDFs.`
    return (
      <EmailLayout heading={isOne ? toName(number) : formatCounts(documents)} preview={text}>
        <Paragraph>Hello, {text}</Paragraph>
        <FactList facts={documents.map(document => [document.number, formatDocument(document)])} />
        <PayInvoices links={links} />
      </EmailLayout>
    )
  },
})

/** 'Invoice INV-000042'. */
const toName = (number: string): string => `${documentNames[parseDocumentNumber(number)!.kind]} ${number}`

function formatCounts(documents: readonly EmailedDocument[]): string {
  const invoices = documents.filter(({ kind }) => kind === 'invoice').length
  const credits = documents.length - invoices
  return [
    ...(invoices > 0 ? [pluralize(invoices, 'invoice')] : []),
    ...(credits > 0 ? [pluralize(credits, 'credit note')] : []),
  ].join(' and ')
}

const formatDocument = ({ kind, total, dueOn, purchaseOrder, reference }: EmailedDocument): string =>
  joinDetails([
    kind === 'invoice' ? formatPounds(total) : `${formatPounds(total)} credited`,
    dueOn && `due by ${formatDate(dueOn)}`,
    purchaseOrder && `PO number ${purchaseOrder}`,
    `order ${reference}`,
  ])
