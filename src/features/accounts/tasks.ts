/** Jobs about an e-mail address that may or may not have an account; payload `{ email }`. */
export const passwordResetTask = 'mail-password-reset'
export const failedLoginsTask = 'mail-failed-logins'
export const limitedLoginsTask = 'mail-limited-logins'
