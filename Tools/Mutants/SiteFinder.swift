import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds the sites of one source file.
final class SiteFinder: SyntaxVisitor {
  private(set) var sites: [InstrumentedSite] = []
  private let file: String
  private let locations: SourceLocationConverter
  private var nextID: Int
  private var scopes: [String] = []

  /// The nesting depth of function bodies at the current node.
  private var bodies = 0

  /// Finds all sites, numbered from `firstID`.
  static func sites(in source: String, file: String, firstID: Int) -> [InstrumentedSite] {
    let parsed = Parser.parse(source: source)
    // Non-standard operators stay unfolded and are no sites.
    let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }
    let finder = SiteFinder(file: file, firstID: firstID, tree: folded)
    finder.walk(folded)
    return finder.sites
  }

  private init(file: String, firstID: Int, tree: Syntax) {
    self.file = file
    nextID = firstID
    locations = SourceLocationConverter(fileName: file, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: - Scopes

  private func enter(_ name: String) -> SyntaxVisitorContinueKind {
    scopes.append(name)
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visitPost(_ node: ActorDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.trimmedDescription)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    // Inlined code cannot call the hook of this module.
    guard !node.attributes.description.contains("@inlinable") else { return .skipChildren }
    return enter(node.name.text)
  }
  override func visitPost(_ node: FunctionDeclSyntax) {
    if !node.attributes.description.contains("@inlinable") { scopes.removeLast() }
  }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { enter("init") }
  override func visitPost(_ node: InitializerDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    enter("subscript")
  }
  override func visitPost(_ node: SubscriptDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    enter(bodies == 0 ? node.pattern.trimmedDescription : "")
  }
  override func visitPost(_ node: PatternBindingSyntax) { scopes.removeLast() }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
    bodies += 1
    return .visitChildren
  }
  override func visitPost(_ node: CodeBlockSyntax) { bodies -= 1 }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
    bodies += 1
    return .visitChildren
  }
  override func visitPost(_ node: AccessorBlockSyntax) { bodies -= 1 }

  // Arguments of attributes and macros, and conditionally compiled code, stay unchanged.
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionParameterClauseSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: SwitchCaseLabelSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  // MARK: - Sites

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let expression) = node.condition { negate(expression) }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if case .expr(let expression) = node.item, mayGo(node, expression) {
      add(
        .delete, node,
        around: expression, "if !mutantOff(@) { ", " }")
    }
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    add(.flip, node, around: node, "mutantNot(@, ", ")")
    return .skipChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    add(.increment, node, around: node, "mutantNumber(@, ", ")")
    return .skipChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else {
      return .visitChildren
    }
    switch sign.text {
    case "&&", "||":
      negate(node.leftOperand)
      negate(node.rightOperand)
    case "<": call("mutantLess", .boundary, node, sign)
    case "<=": call("mutantAtMost", .boundary, node, sign)
    case ">": call("mutantGreater", .boundary, node, sign)
    case ">=": call("mutantAtLeast", .boundary, node, sign)
    case "+" where !isOfTexts(node): call("mutantPlus", .arithmetic, node, sign)
    case "-": call("mutantMinus", .arithmetic, node, sign)
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName,
      name.text == "max" || name.text == "min", node.arguments.count == 2,
      let parenthesis = node.leftParen
    else { return .visitChildren }
    add(
      .extreme, node,
      [
        Insertion(
          offset: name.positionAfterSkippingLeadingTrivia.utf8Offset,
          length: name.trimmedLength.utf8Length,
          text: name.text == "max" ? "mutantMax" : "mutantMin"),
        Insertion(offset: parenthesis.endPositionBeforeTrailingTrivia.utf8Offset, text: "@, "),
      ])
    return .visitChildren
  }

  private func isOfTexts(_ node: InfixOperatorExprSyntax) -> Bool {
    let text = node.description
    return text.contains("\"") || text.contains("[")
  }

  private func negate(_ expression: ExprSyntax) {
    // The operands of && and || are sites of their own.
    if let sign = expression.as(InfixOperatorExprSyntax.self)?.operator
      .as(BinaryOperatorExprSyntax.self)?.operator.text, sign == "&&" || sign == "||"
    {
      return
    }
    guard !expression.is(BooleanLiteralExprSyntax.self) else { return }
    add(.negate, expression, around: expression, "mutantNot(@, ", ")")
  }

  /// Whether the program probably compiles without a statement.
  private func mayGo(_ item: CodeBlockItemSyntax, _ expression: ExprSyntax) -> Bool {
    guard scopes.last != "init", let list = item.parent?.as(CodeBlockItemListSyntax.self) else {
      return false
    }
    var called = expression
    if let tried = called.as(TryExprSyntax.self) { called = tried.expression }
    if let awaited = called.as(AwaitExprSyntax.self) { called = awaited.expression }
    let isAssignment =
      called.as(InfixOperatorExprSyntax.self).map {
        $0.operator.is(AssignmentExprSyntax.self)
          || $0.operator.as(BinaryOperatorExprSyntax.self)?.operator.text.hasSuffix("=") == true
      } ?? false
    guard isAssignment || called.is(FunctionCallExprSyntax.self) else { return false }
    let text = called.trimmedDescription
    guard !text.hasPrefix("super."), !text.hasPrefix("fatalError"),
      !text.hasPrefix("preconditionFailure")
    else { return false }
    // A single call may be the value of a closure or a getter.
    guard list.count == 1, !isAssignment, let owner = list.parent else { return true }
    if owner.is(ClosureExprSyntax.self) || owner.is(AccessorBlockSyntax.self) { return false }
    let function = owner.parent?.as(FunctionDeclSyntax.self)
    return function.map { $0.signature.returnClause == nil } ?? true
  }

  /// Turns an infix expression into a call.
  private func call(
    _ name: String, _ kind: Site.Kind, _ node: InfixOperatorExprSyntax, _ sign: TokenSyntax
  ) {
    add(
      kind, node,
      [
        Insertion(
          offset: node.positionAfterSkippingLeadingTrivia.utf8Offset, text: "\(name)(@, "),
        Insertion(
          offset: sign.positionAfterSkippingLeadingTrivia.utf8Offset,
          length: sign.trimmedLength.utf8Length, text: ","),
        Insertion(offset: node.endPositionBeforeTrailingTrivia.utf8Offset, text: ")"),
      ])
  }

  private func add(
    _ kind: Site.Kind, _ node: some SyntaxProtocol, around inner: some SyntaxProtocol,
    _ opening: String, _ closing: String
  ) {
    add(
      kind, node,
      [
        Insertion(offset: inner.positionAfterSkippingLeadingTrivia.utf8Offset, text: opening),
        Insertion(offset: inner.endPositionBeforeTrailingTrivia.utf8Offset, text: closing),
      ])
  }

  /// Adds a site; `@` in its insertions stands for its number.
  private func add(_ kind: Site.Kind, _ node: some SyntaxProtocol, _ insertions: [Insertion]) {
    guard bodies > 0 else { return }
    let line = locations.location(for: node.positionAfterSkippingLeadingTrivia).line
    let text = node.trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let function = scopes.filter { !$0.isEmpty }.joined(separator: ".")
    let start = String(text.prefix(80))
    let twins = sites.count {
      $0.site.function == function && $0.site.kind == kind && $0.site.text == start
    }
    let site = Site(
      id: nextID, file: file, line: line, function: function, kind: kind, text: start,
      twins: twins)
    let numbered = insertions.map { insertion in
      var insertion = insertion
      insertion.text = insertion.text.replacing("@", with: "\(nextID)")
      return insertion
    }
    sites.append(InstrumentedSite(site: site, insertions: numbered))
    nextID += 1
  }
}
