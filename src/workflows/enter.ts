import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { searchAttributes } from '../contract/search-attributes.js';
import { detailsText } from '../domain/run/details.js';
import type { Phase, RunStateName } from '../domain/run/phase.js';
import { withPhase } from '../domain/run/run-state.js';
import { nowMs, type Desk } from './desk.js';

/** Moves the run into a phase: the one place that upserts search attributes, once a phase (design 7). */
export function enter(desk: Desk, phase: Phase, name: RunStateName): void {
  if (desk.state.phase === phase && desk.state.state === name) return;
  desk.state = withPhase(desk.state, phase, name, nowMs());
  show(desk);
}

/** Writes state, phase, step and gear where the Web UI and `temporal workflow list` find them. */
export function show(desk: Desk): void {
  const { state } = desk;
  upsertSearchAttributes([
    { key: searchAttributes.state, value: state.state },
    { key: searchAttributes.phase, value: state.phase },
    { key: searchAttributes.phaseSince, value: new Date(state.phaseSinceMs) },
    { key: searchAttributes.step, value: state.step?.id ?? '-' },
    { key: searchAttributes.gear, value: state.gear.gear },
    { key: searchAttributes.cause, value: state.cause ?? '-' },
    { key: searchAttributes.repo, value: state.facts?.repo ?? '-' },
    { key: searchAttributes.agent, value: agentValue(desk) },
    { key: searchAttributes.jail, value: state.facts?.jail.kind ?? '-' },
  ]);
  setCurrentDetails(detailsText(state));
}

function agentValue(desk: Desk): string {
  const agent = desk.state.facts?.agent;
  if (agent === undefined) return desk.input.options.agent;
  return agent.scripted ? `${agent.name} (scripted)` : agent.name;
}
