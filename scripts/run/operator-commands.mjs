/**
 * The commands of an operator. Each is a script, scripts/NAME.ts (with a folder scripts/NAME for more files); the build
 * makes it dist/server/NAME.js, so that a release runs it without the sources: bin/filterhouse NAME.
 */
export const operatorCommands = ['import', 'migrate', 'backup', 'restore', 'staff', 'doctor']
