import type { FastifyReply } from 'fastify'

/** Answers a PDF, to be opened in the browser; only the browser may store it. `fileName`: 'invoice-INV-000042.pdf'. */
export const sendPdf = (reply: FastifyReply, fileName: string, pdf: Uint8Array): FastifyReply =>
  reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${toSafeFileName(fileName)}"`)
    .header('cache-control', 'private, no-store')
    .send(pdf)

/** An account number may have characters that a header cannot have. */
export const toSafeFileName = (fileName: string): string => fileName.replace(/[^\w.-]+/g, '-')
