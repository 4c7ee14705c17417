/** Background work about an address that may or may not have an account; payload `{ email }`. */
export const resetTask = 'mail-password-reset'
export const failedLoginsTask = 'mail-failed-logins'
