import { type CSSProperties, createContext, Fragment, type ReactNode, use } from 'react'
import { toTelephoneUrl } from '../../lib/contact/telephone.ts'
import type { EmailShop } from './email.ts'

// E-mail clients support neither style sheets nor CSS variables, so this repeats the colours of theme.css.
const ink = '#17212b'
const steel = '#56626d'
const rule = '#dddcd6'
const linkBlue = '#0b4f8a'
const amber = '#ffb000'

const sans = "'IBM Plex Sans', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const mono = "'IBM Plex Mono', Consolas, Menlo, 'Courier New', monospace"

export const emailStyles = {
  strong: { color: ink, fontWeight: 600 },
  quiet: { color: steel, fontSize: '14px', lineHeight: '20px' },
  code: { fontFamily: mono, fontWeight: 600, fontSize: '15px', whiteSpace: 'nowrap', color: ink },
  link: { color: linkBlue },
  rule: { borderTop: `1px solid ${rule}` },
  amount: { textAlign: 'right', verticalAlign: 'top', whiteSpace: 'nowrap', color: ink },
} satisfies Record<string, CSSProperties>

// For e-mail clients that support media queries. React escapes the content of a style element, so this must not contain
// characters that it would escape.
const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: #12181f !important; }
  .sheet { background-color: #1a222b !important; border-color: #323e4a !important; }
  .ink { color: #eef1f3 !important; }
  .steel { color: #a6b2bd !important; }
  .rule { border-color: #323e4a !important; }
  .link { color: #86bdf0 !important; }
  .bar { background-color: #0b1015 !important; }
}
@media (max-width: 480px) {
  .pad { padding-left: 16px !important; padding-right: 16px !important; }
  .action { display: block !important; text-align: center; }
}`

/** Provided to the component of every e-mail: whose it is, and from where its links lead. */
export const EmailShopContext = createContext<EmailShop | null>(null)

interface EmailLayoutProps {
  heading: string
  /** The preview text behind the subject in an inbox. */
  preview: string
  children: ReactNode
}

/** The layout of every e-mail: the shop's name, the content (at most 600 px wide) and contact details. */
export function EmailLayout({ heading, preview, children }: EmailLayoutProps) {
  const shop = use(EmailShopContext)!
  return (
    <html lang="en-GB" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{heading}</title>
        <style>{styleSheet}</style>
      </head>
      <body className="ground" style={{ margin: 0, padding: 0, backgroundColor: '#faf9f6' }}>
        <div data-skip-in-text="true" style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>
          {preview}
        </div>
        <table role="presentation" className="ground" style={{ ...fullWidth, backgroundColor: '#faf9f6' }}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '16px 8px 32px' }}>
                <table role="presentation" className="sheet" style={sheet}>
                  <tbody>
                    <tr>
                      <td className="bar pad" style={bar}>
                        <Logo />
                        {shop.name}
                      </td>
                    </tr>
                    <tr>
                      <td className="ink pad" style={body}>
                        <h1 className="ink" style={headingStyle}>
                          {heading}
                        </h1>
                        {children}
                      </td>
                    </tr>
                    <tr>
                      <td className="steel rule pad" style={footer}>
                        <ContactLine shop={shop} />
                        <LegalLines shop={shop} />
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

// The shop's logo: five folds of filter paper. Without styles it is nothing.
function Logo() {
  return (
    <span data-skip-in-text="true" style={{ display: 'inline-block', marginRight: '10px', lineHeight: 0 }}>
      {[20, 14, 20, 14, 20].map((height, nth) => (
        // The folds never change.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={nth} style={{ ...fold, height: `${height}px` }} />
      ))}
    </span>
  )
}

function LegalLines({ shop: { name, legalLines = [] } }: { shop: EmailShop }) {
  if (legalLines.length === 0) return null
  const [address, ...numbers] = legalLines
  return (
    <p style={{ margin: '8px 0 0' }}>
      {name}, {address}
      {numbers.map(line => (
        <Fragment key={line}>
          <br />
          {line}
        </Fragment>
      ))}
    </p>
  )
}

function ContactLine({ shop: { name, phone, email } }: { shop: EmailShop }) {
  if (phone === null && email === null) return name
  return (
    <>
      Questions?{' '}
      {phone !== null && (
        <>
          Call{' '}
          <a className="link" style={quietLink} href={toTelephoneUrl(phone)}>
            {phone}
          </a>
        </>
      )}
      {phone !== null && email !== null && ' or write to '}
      {email !== null && (
        <>
          {phone === null && 'Write to '}
          <a className="link" style={quietLink} href={`mailto:${email}`}>
            {email}
          </a>
        </>
      )}
      .
    </>
  )
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <p className="ink" style={{ margin: '0 0 16px', color: ink }}>
      {children}
    </p>
  )
}

export function SubHeading({ children }: { children: ReactNode }) {
  return (
    <h2 className="ink" style={{ margin: '24px 0 8px', fontSize: '18px', lineHeight: '26px', color: ink }}>
      {children}
    </h2>
  )
}

/** A part number, or the number of an order. */
export function Code({ children }: { children: string }) {
  return (
    <span className="ink" style={emailStyles.code}>
      {children}
    </span>
  )
}

/** Text of several paragraphs, as it was typed. */
export function WrittenText({ text }: { text: string }) {
  return text.split(/\n\s*\n/).map((paragraph, index) => (
    // The paragraphs never change.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <p key={index} className="ink" style={{ margin: '0 0 12px', overflowWrap: 'anywhere' }}>
      {paragraph.split('\n').map((textLine, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={nth}>
          {nth > 0 && <br />}
          {textLine}
        </span>
      ))}
    </p>
  ))
}

// Other URLs than paths of the shop ('/account') are returned unchanged.
function useAbsoluteUrl(path: string): string {
  const { baseUrl } = use(EmailShopContext)!
  return path.startsWith('/') ? baseUrl + path : path
}

/** The e-mail's main link, as a button. */
export function ActionLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <p style={{ margin: '24px 0' }}>
      <a className="action" href={useAbsoluteUrl(path)} style={action}>
        {children}
      </a>
    </p>
  )
}

interface TextLinkProps {
  path: string
  children: ReactNode
  isCode?: boolean
}

export function TextLink({ path, children, isCode = false }: TextLinkProps) {
  const style = isCode ? { ...emailStyles.code, ...emailStyles.link } : emailStyles.link
  return (
    <a className="link" style={style} href={useAbsoluteUrl(path)}>
      {children}
    </a>
  )
}

/** Labels with their texts below; an address keeps its lines. Empty texts are left out. */
export function FactList({ facts }: { facts: readonly (readonly [string, string | readonly string[]])[] }) {
  const visibleFacts = facts
    .map(([label, words]) => ({ label, lines: typeof words === 'string' ? words.split('\n') : [...words] }))
    .filter(fact => fact.lines.some(line => line.trim() !== ''))
  return (
    <>
      {visibleFacts.map(({ label, lines }) => (
        <p key={label} className="ink" style={{ margin: '0 0 12px', color: ink, overflowWrap: 'anywhere' }}>
          <span className="steel" style={emailStyles.quiet}>
            {label}
          </span>
          {lines.map((line, index) => (
            // Two lines of an address may be equal, and their order never changes.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <span key={index}>
              <br />
              {line}
            </span>
          ))}
        </p>
      ))}
    </>
  )
}

const fullWidth: CSSProperties = { width: '100%', borderCollapse: 'collapse' }
const sheet: CSSProperties = {
  width: '100%',
  maxWidth: '600px',
  borderCollapse: 'separate',
  borderSpacing: 0,
  backgroundColor: '#ffffff',
  border: `1px solid ${rule}`,
  borderRadius: '4px',
  textAlign: 'left',
}
const bar: CSSProperties = {
  padding: '18px 28px',
  backgroundColor: ink,
  borderRadius: '3px 3px 0 0',
  color: '#f4f5f6',
  font: `600 18px/24px ${sans}`,
}
const body: CSSProperties = {
  padding: '28px 28px 12px',
  color: ink,
  font: `400 16px/24px ${sans}`,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
}
const headingStyle: CSSProperties = { margin: '0 0 16px', fontSize: '22px', lineHeight: '28px', color: ink }
const footer: CSSProperties = {
  padding: '16px 28px 24px',
  borderTop: `1px solid ${rule}`,
  color: steel,
  font: `400 14px/22px ${sans}`,
}
const fold: CSSProperties = {
  display: 'inline-block',
  width: '3px',
  marginRight: '3px',
  backgroundColor: amber,
  verticalAlign: 'middle',
}
const quietLink: CSSProperties = { color: linkBlue, whiteSpace: 'nowrap' }
const action: CSSProperties = {
  display: 'inline-block',
  padding: '12px 24px',
  borderRadius: '4px',
  backgroundColor: amber,
  color: ink,
  fontWeight: 600,
  lineHeight: '20px',
  textDecoration: 'none',
}
