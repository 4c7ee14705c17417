import { createPdfDocuments, type PdfDocument } from './pdf-document.server.ts'
import { type AddressLabels, createAddressLabels } from './pdf-labels.server.ts'

/** Several documents in one file, or labels. */
export type Papers = { documents: PdfDocument[] } | { labels: AddressLabels }

export const createPapers = (papers: Papers): Promise<Buffer> =>
  'documents' in papers ? createPdfDocuments(papers.documents) : createAddressLabels(papers.labels)
