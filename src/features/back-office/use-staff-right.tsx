import { useVisitor } from '../../ui/visitor.tsx'
import { includesRight, type RequiredRight } from '../accounts/staff/staff-right.ts'

/** Whether the signed-in member of staff may do this; a form that would be refused is not displayed. */
export const useStaffRight = (required: RequiredRight): boolean =>
  includesRight(useVisitor().staffRights, required)
