import { Paper } from './pdf-paper.server.ts'

export interface PdfOptions {
  title: string
  author: string
  /** The day the document is of; the same facts and drawing make the same bytes. */
  at: Date
  size: 'A4' | 'A3'
  landscape?: boolean
}

/**
 * Draws a PDF document: text in the shop's own fonts, selectable; its title and language are set. Who draws many pages
 * lets others have their turn in between.
 */
export async function createPdf(
  facts: PdfOptions,
  draw: (paper: Paper) => void | Promise<void>,
): Promise<Buffer> {
  // Loaded with the first document: most processes of a shop never draw one, and none at its start.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: facts.size,
    layout: facts.landscape ? 'landscape' : 'portrait',
    margin: 0,
    font: '',
    pdfVersion: '1.7',
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    info: { Title: facts.title, Author: facts.author, CreationDate: facts.at, ModDate: facts.at },
  })
  const chunks: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', chunk => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  await draw(new Paper(document))
  document.end()
  return whole
}
