import { isRemoteOrigin } from '../../domain/run/origin-url.js';
import { errorWords } from '../artifacts/error-facts.js';
import { RepositoryError, type Repository } from '../../ports/repository.js';
import { commitAt } from './commit-at.js';
import { excludeIn } from './excluding.js';
import { exportTree, layWorkspace } from './exporting.js';
import { fileFailure, isDiskFull } from './git-failure.js';
import { fetchOrigin, originTip, resolveInOrigin } from './origin-refs.js';
import { push } from './pushing.js';
import * as reading from './reading.js';
import { reviewRef } from './review-ref.js';
import { search } from './searching.js';
import * as signing from './signing.js';
import type { Signer } from './signing-program.js';
import { takeTree } from './take-tree.js';
import type { Trusted } from './trusted.js';
import * as writing from './writing.js';

/** The trusted repository of one origin, part by part. */
export function repositoryOn(trusted: Trusted, signer: Signer): Repository {
  return {
    path: trusted.gitDir,
    fetch: () => guarded(fetchOrigin(trusted)),
    resolveInOrigin: (name) => guarded(resolveInOrigin(trusted, name)),
    branchTip: (branch) => guarded(writing.branchTip(trusted, branch)),
    originTip: (branch) => guarded(originTip(trusted, branch)),
    treeOf: (commit) => guarded(reading.treeOf(trusted, commit)),
    readFile: (treeish, path) => guarded(reading.readFile(trusted, treeish, path)),
    listFiles: (treeish) => guarded(reading.listFiles(trusted, treeish)),
    treeFiles: (treeish) => guarded(reading.treeFiles(trusted, treeish)),
    changes: (from, to) => guarded(reading.changes(trusted, from, to)),
    changedLines: (from, to) => guarded(reading.changedLines(trusted, from, to)),
    diffText: (from, to, maxBytes, paths) => guarded(reading.diffText(trusted, { from, to, paths }, maxBytes)),
    search: (treeish, words, wish) => guarded(search(trusted, treeish, words, wish)),
    fingerprint: (treeish, paths) => guarded(reading.fingerprint(trusted, treeish, paths)),
    exportTree: (tree, folder, except) => guarded(exportTree(trusted, tree, folder, except)),
    layWorkspace: (tree, folder, head) => guarded(layWorkspace(trusted, tree, folder, head)),
    takeTree: (folder, base, wanted, refuses) => guarded(takeTree(trusted, folder, base, { wanted, refuses })),
    withFiles: (tree, files) => guarded(writing.withFiles(trusted, tree, files)),
    withPathsFrom: (tree, source, paths) => guarded(writing.withPathsFrom(trusted, tree, source, paths)),
    writeCommit: (request) => guarded(writing.writeCommit(trusted, request)),
    writeSignedCommit: (branch, request, how) =>
      guarded(signing.writeSignedCommit(trusted, signer, { branch, request, how })),
    signingProblem: (tree, author, how) => guarded(signing.signingProblem(trusted, signer, { tree, author, how })),
    moveBranch: (branch, to, from) => guarded(writing.moveBranch(trusted, branch, to, from)),
    push: (branch, to, expected) => guarded(push(trusted, branch, to, expected)),
    attempt: (ref) => guarded(writing.attemptTree(trusted, ref)),
    keepAttempt: (name, request) => guarded(writing.keepAttempt(trusted, name, request)),
    keepAttemptLogs: (name, files, request) => guarded(writing.keepAttemptLogs(trusted, name, files, request)),
    reviewMark: (runKey) => guarded(writing.refTip(trusted, reviewRef(runKey))),
    moveReviewMark: (runKey, to, from) => guarded(writing.moveRef(trusted, reviewRef(runKey), to, from)),
    commitAt: (name) => guarded(commitAt(trusted, name)),
    log: (base, tip) => guarded(reading.log(trusted, base, tip)),
    lastChange: (tip, path) => guarded(reading.lastChange(trusted, tip, path)),
    isAncestor: (ancestor, of) => guarded(reading.isAncestor(trusted, ancestor, of)),
    excludeInOrigin: async (lines) => {
      if (!isRemoteOrigin(trusted.origin.gitDir)) await guarded(excludeIn(trusted.origin.gitDir, lines));
    },
  };
}

/** A full disk has one kind of failure, whether git met it or a file of ours. */
async function guarded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const full = !(error instanceof RepositoryError) && isDiskFull(errorWords(error));
    throw full ? fileFailure('The trusted repository could not be written', error) : error;
  }
}
