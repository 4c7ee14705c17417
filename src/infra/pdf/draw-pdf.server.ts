import type { FastifyReply } from 'fastify'
import { joinDetails } from '../../lib/shop-contact.ts'
import type { Config } from '../config.ts'
import { defineThreadJob } from '../worker-threads/thread-job.ts'
import type { PdfDocument } from './pdf-document.server.ts'
import type { Papers } from './pdf-labels.server.ts'

/** Draws an invoice or a quote. One of 500 lines takes a second. */
export const drawDocumentJob = defineThreadJob<PdfDocument, Uint8Array>({
  name: 'drawDocument',
  load: async () => (await import('./pdf-document.server.ts')).createPdfDocument,
  isPaper: true,
  maxRunning: 1,
  maxWaiting: 40,
  maxPerOwner: 10,
  timeoutMs: 30_000,
  busyMessage: 'Your other documents are still being prepared. Please wait a moment and try again.',
  retryAfterSeconds: 5,
})

/** Draws the papers of up to a hundred orders. */
export const drawPapersJob = defineThreadJob<Papers, Uint8Array>({
  name: 'drawPapers',
  load: async () => (await import('./pdf-labels.server.ts')).createPapers,
  isPaper: true,
  maxRunning: 1,
  maxWaiting: 10,
  maxPerOwner: 3,
  timeoutMs: 60_000,
  busyMessage: 'Your other papers are still being prepared. Please wait a moment and try again.',
  retryAfterSeconds: 5,
})

/** The shop at the top and the foot of its documents, with company and VAT number as company letters have them. */
export const toLetterhead = ({
  shopName,
  contact,
  seller,
}: Pick<Config, 'shopName' | 'contact' | 'seller'>): Pick<PdfDocument, 'shop' | 'foot'> => ({
  shop: {
    name: shopName,
    lines: [...seller.address, joinDetails([contact.phone, contact.email])].filter(line => line !== ''),
  },
  foot: joinDetails([
    shopName,
    seller.companyNumber && `Company number ${seller.companyNumber}`,
    seller.vatNumber && `VAT number ${seller.vatNumber}`,
  ]),
})

/** Answers a PDF, to be opened in the browser; only the browser may store it. `fileName`: 'invoice-INV-000042.pdf'. */
export const sendPdf = (reply: FastifyReply, fileName: string, pdf: Uint8Array): FastifyReply =>
  reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${toSafeFileName(fileName)}"`)
    .header('cache-control', 'private, no-store')
    .send(pdf)

/** An account number may have characters that a header cannot have. */
export const toSafeFileName = (fileName: string): string => fileName.replace(/[^\w.-]+/g, '-')
