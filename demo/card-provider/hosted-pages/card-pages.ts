import { escapeHtml } from '../../../src/infra/escape-html.ts'
import { formatPounds, pence } from '../../../src/lib/money.ts'
import type { CardErrors, CardField } from '../cards.ts'
import { padlock, renderHostedPage } from './page-layout.ts'

/** The pages that the customer sees in the frame. All input is escaped here. */

export type CardPageProps = {
  readonly path: string
  /** Whole pence. */
  readonly amount: number
  readonly description: string
  readonly errors: CardErrors
  /** True when the previous card was declined and another may be tried. */
  readonly isDeclined: boolean
  /** Entered values to show again; never the card number or its code. */
  readonly values: { readonly holder: string; readonly expiry: string }
}

export function renderCardPage(props: CardPageProps, nonce: string): string {
  const { path, errors, values } = props
  const renderCardField = (name: CardField, attributes: string, value = '') =>
    renderField(name, attributes, value, errors[name])
  const body = `<main>
${renderHeader('Secure card payment')}
${renderAmount(props)}
${props.isDeclined ? renderNotice('Your bank declined this card. Nothing was taken. Please try another card.') : ''}
<form method="post" action="${path}/card" novalidate data-pay>
${renderCardField('holder', 'autocomplete="cc-name" maxlength="50"', values.holder)}
${renderCardField('number', 'autocomplete="cc-number" inputmode="numeric" maxlength="24"')}
<div class="pair">
${renderCardField('expiry', 'autocomplete="cc-exp" inputmode="numeric" maxlength="7" placeholder="MM/YY"', values.expiry)}
${renderCardField('securityCode', 'autocomplete="cc-csc" inputmode="numeric" maxlength="4"')}
</div>
<button class="go">Pay ${formatPounds(pence(props.amount))}</button>
</form>
<form method="post" action="${path}/cancel"><button class="stop">Cancel</button></form>
${testCards}
<div class="busy" role="status"><div class="ring"></div><span data-busy></span></div>
</main>`
  return renderHostedPage('Secure card payment', nonce, body, cardScript)
}

/** The provider's page around the frame with the issuer's challenge. */
export function renderChallengeFrame(path: string, nonce: string): string {
  const body = `<main>
${renderHeader('Confirm it is you')}
<p class="hint">Your card issuer wants to be sure that it is you who pays.</p>
<iframe src="${path}/issuer" title="Your card issuer’s check"></iframe>
</main>`
  return renderHostedPage('Confirm it is you', nonce, body)
}

/** The issuer's page. Its form navigates the provider's page, one frame up; `isAlone`: it replaces that page. */
export function renderIssuerPage(
  path: string,
  nonce: string,
  { lastFour, isWrong, isAlone }: { lastFour: string; isWrong: boolean; isAlone: boolean },
): string {
  const body = `<main>
${renderHeader('Sandbox Bank')}
<p>Enter the one-time code that we sent to your phone to approve the payment with your card ending ${escapeHtml(lastFour)}.</p>
<form method="post" action="${path}/challenge"${isAlone ? '' : ' target="_parent"'}>
<div class="field"><label for="code">One-time code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6"${
    isWrong ? ' aria-invalid="true" aria-describedby="code-note"' : ' aria-describedby="code-note"'
  }>
<p class="${isWrong ? 'problem' : 'hint'}" id="code-note">${isWrong ? 'That is not the code. ' : ''}Sandbox: the code is 1234.</p></div>
<button class="go" name="action" value="approve">Approve payment</button>
<button class="stop" name="action" value="refuse">I did not ask for this</button>
</form>
</main>`
  return renderHostedPage('Sandbox Bank', nonce, body)
}

export function renderFailurePage(number: string, message: string, nonce: string): string {
  const body = `<main>
${renderHeader('Card payment')}
<div class="notice" role="alert"><strong>${escapeHtml(number)}: we could not finish this payment.</strong><br>${escapeHtml(message)}</div>
<p>Your card has not been charged. Please go back to the shop to see the state of your order.</p>
</main>`
  return renderHostedPage('Card payment not finished', nonce, body)
}

/** For providers whose last page navigates the whole window. */
export function renderLeaveFramePage(url: string, nonce: string): string {
  const escapedUrl = escapeHtml(url)
  const body = `<main>${renderHeader('Card payment')}<p><a id="on" href="${escapedUrl}" target="_top">Back to the shop</a></p></main>`
  return renderHostedPage('Back to the shop', nonce, body, "document.getElementById('on').click()")
}

function renderHeader(title: string): string {
  return `<header><h1>${padlock}${escapeHtml(title)}</h1><span class="badge">Sandbox</span></header>`
}

function renderAmount({ amount, description }: CardPageProps): string {
  return `<div class="due"><p>${escapeHtml(description)}</p><strong>${formatPounds(pence(amount))}</strong></div>`
}

function renderNotice(message: string): string {
  return `<div class="notice" role="alert">${message}</div>`
}

function renderField(name: CardField, attributes: string, value: string, error: string | undefined): string {
  const errorAttributes = error === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-problem"`
  return `<div class="field"><label for="${name}">${labels[name]}</label>
<input id="${name}" name="${name}" ${attributes} required value="${escapeHtml(value)}"${errorAttributes}>
${error === undefined ? '' : `<p class="problem" id="${name}-problem">${escapeHtml(error)}</p>`}</div>`
}

const labels: Readonly<Record<CardField, string>> = {
  holder: 'Name on card',
  number: 'Card number',
  expiry: 'Expiry date',
  securityCode: 'Security code',
}

const testCards = `<div class="try">
<p><strong>Sandbox:</strong> try <code>4929 0000 0000 6</code>, any future date, <code>123</code>. Do not use a real card.</p>
<details><summary>More test cards</summary>
<ul>
<li><code>5404 0000 0000 0001</code> Mastercard</li>
<li><code>4462 0000 0000 0003</code> Visa debit</li>
<li><code>5573 4700 0000 0001</code> Mastercard debit</li>
<li><code>3742 000000 00004</code> American Express</li>
<li><code>4484 0000 0000 2</code> Visa corporate</li>
<li><code>4929 0000 0555 9</code> not enrolled for 3-D Secure</li>
<li><code>4929 6021 1008 5639</code> declined by the bank</li>
<li><code>5403 8149 4860 8092</code> declined by the bank</li>
</ul>
<p>The name CHALLENGE asks for a one-time code, NOTAUTH fails the check.</p>
</details></div>`

// An enhancement: groups digits and ignores a second click.
const cardScript = `
const form = document.querySelector('[data-pay]')
const number = document.getElementById('number')
number.addEventListener('input', () => {
  if (number.selectionStart === number.value.length)
    number.value = number.value.replace(/\\D/g, '').replace(/(.{4})(?=.)/g, '$1 ')
})
const expiry = document.getElementById('expiry')
expiry.addEventListener('input', event => {
  if (event.inputType !== 'deleteContentBackward' && /^\\d\\d$/.test(expiry.value)) expiry.value += '/'
  // A customer who types the slash must not get two.
  if (expiry.value.includes('//')) expiry.value = expiry.value.replace('//', '/')
})
form.addEventListener('submit', event => {
  if (document.body.classList.contains('is-busy')) return event.preventDefault()
  document.body.classList.add('is-busy')
  document.querySelector('[data-busy]').textContent = 'Authorising your payment. Please do not close this page.'
})
document.querySelector('[aria-invalid]')?.focus()
addEventListener('pageshow', () => document.body.classList.remove('is-busy'))
`
