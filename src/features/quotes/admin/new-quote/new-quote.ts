export const newQuoteMessages = {
  taken: (email: string) => `${email} has an account already. Find the customer by that address instead.`,
  disabled: 'This customer’s account is disabled, so no quote can be made for it.',
  noLines: 'Enter at least one part number.',
  nothingSold: 'None of these parts is sold any more, so there is nothing to quote.',
}
