import { answerSchema } from '../domain/leaf/answer-schema.js';
import { CriticAnswer } from '../domain/review/critique.js';
import { DebuggerAnswer } from '../domain/leaf/debugger-answer.js';
import { CharacteriseAnswer, DeveloperAnswer } from '../domain/leaf/developer-answer.js';
import { PlannerAnswer } from '../domain/plan/plan.js';
import { DomainAnswer, VerifierAnswer } from '../domain/review/verdict.js';

/** JSON schemas of the answers, one a role; the same words as the prompts use. */
export const plannerAnswerSchema = answerSchema(PlannerAnswer);
export const developerAnswerSchema = answerSchema(DeveloperAnswer);
export const characteriseAnswerSchema = answerSchema(CharacteriseAnswer);
export const debuggerAnswerSchema = answerSchema(DebuggerAnswer);
export const verifierAnswerSchema = answerSchema(VerifierAnswer);
export const domainAnswerSchema = answerSchema(DomainAnswer);
export const criticAnswerSchema = answerSchema(CriticAnswer);
