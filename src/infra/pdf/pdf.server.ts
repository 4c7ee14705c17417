import { loadPdfFonts } from './pdf-fonts.server.ts'
import { Paper } from './pdf-paper.server.ts'

export interface PdfOptions {
  title: string
  author: string
  /** The date of the document. The same content gives the same bytes. */
  at: Date
  size: 'A3' | 'A4' | 'A6'
  landscape?: boolean
  /** What is drawn: fonts of other scripts than the shop's own are loaded for the characters in it. */
  content: object
}

/**
 * Creates a PDF: selectable text in the shop's own fonts, with title and language. For many pages, `draw` should yield
 * to other requests in between.
 */
export async function createPdf(
  options: PdfOptions,
  draw: (paper: Paper) => void | Promise<void>,
): Promise<Buffer> {
  const fonts = await loadPdfFonts(JSON.stringify(options.content))
  // Imported with the first document: most processes never create one.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: options.size,
    layout: options.landscape ? 'landscape' : 'portrait',
    margin: 0,
    font: '',
    pdfVersion: '1.7',
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    info: { Title: options.title, Author: options.author, CreationDate: options.at, ModDate: options.at },
  })
  const chunks: Buffer[] = []
  const result = new Promise<Buffer>((resolve, reject) => {
    document.on('data', chunk => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  await draw(new Paper(document, fonts))
  document.end()
  return result
}
