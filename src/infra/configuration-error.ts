/** EX_CONFIG of sysexits.h: the operator must change the configuration (R-RUN-6). */
export const configurationExitCode = 78

/** The message is one sentence for the operator; the start ends with exit code 78. */
export class ConfigurationError extends Error {}
