import { kindClasses } from './kind-classes.ts'
import { machineClasses } from './machine-classes.ts'
import { measureClasses } from './measure-classes.ts'
import { numberClasses } from './number-classes.ts'
import { numberPartClasses } from './number-part-classes.ts'
import { otherClasses } from './other-classes.ts'
import type { QuestionClass } from './question.ts'

export const questionClasses: readonly QuestionClass[] = [
  ...numberClasses,
  ...numberPartClasses,
  ...machineClasses,
  ...kindClasses,
  ...measureClasses,
  ...otherClasses,
]
