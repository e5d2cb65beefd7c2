/**
 * Loaded before dependency-cruiser, which reads TypeScript through swc's Visitor (it cannot use TypeScript 7). That
 * class knows every statement but `using`, on which it throws; here it learns to walk into it.
 */
import visitorModule from '@swc/core/Visitor.js';

const { prototype } = visitorModule.Visitor;
const visitStatement = prototype.visitStatement;

prototype.visitStatement = function visitAnyStatement(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return statement;
};
