/// Everything kept about one restorable object.
public struct ObjectRecord: Hashable, Sendable {
  /// What kind of object it is, which decides how it is looked for.
  public enum Kind: UInt8, Sendable {
    /// The application; written by its delegate.
    case application = 0
    /// A window.
    case window = 1
    /// A view controller.
    case controller = 2
    /// A view, found in the view hierarchy of its controller.
    case view = 3
    /// A registered object that is neither (contract 6).
    case object = 4
    /// A record whose bytes are damaged; nothing is known of it but where it lay.
    ///
    /// Never stored.
    case damaged = 254
    /// A record that this program cannot read, although its seal is good: a newer one wrote it.
    ///
    /// Never stored: what the archive holds stays as it is.
    case unreadable = 255
  }

  /// The identity.
  public var node: NodeID

  /// What kind of object it is.
  public var kind: Kind

  /// The object that embeds or presents this one (contract 2.A.2).
  public var parent: NodeID?

  /// The object's own restoration identifier: the last component of its path.
  public var identifier: String

  /// The position that tells siblings of one identifier apart (contract 2.A.4).
  public var index: Int?

  /// The stable key of the object's type, for the class rule (contract 3.7).
  public var typeKey: String

  /// The version of the keys and values that the type stores (contract 10.1.4).
  public var schema: Int

  /// The stable key of the restoration class, if the object has one.
  public var restorationClass: String?

  /// What the object encoded, in the order in which it did.
  public var values: [(key: String, value: Value)] {
    get { keyedValues.pairs }
    set { keyedValues = [KeyedValue](newValue) }
  }

  /// What another version of the program stored, and this one only passes on.
  public var carried: Carried

  /// The ``values``, as a coder gives them.
  package var keyedValues: [KeyedValue]

  /// Makes a record.
  public init(
    node: NodeID, kind: Kind, parent: NodeID?, identifier: String, index: Int? = nil,
    typeKey: String, schema: Int = 1, restorationClass: String? = nil,
    values: [(key: String, value: Value)] = [], carried: Carried = Carried()
  ) {
    self.init(
      node: node, kind: kind, parent: parent, identifier: identifier, index: index,
      typeKey: typeKey, schema: schema, restorationClass: restorationClass,
      keyedValues: [KeyedValue](values), carried: carried)
  }

  /// Makes a record of a coder's own values.
  package init(
    node: NodeID, kind: Kind, parent: NodeID?, identifier: String, index: Int?, typeKey: String,
    schema: Int, restorationClass: String?, keyedValues: [KeyedValue], carried: Carried
  ) {
    self.node = node
    self.kind = kind
    self.parent = parent
    self.identifier = identifier
    self.index = index
    self.typeKey = typeKey
    self.schema = schema
    self.restorationClass = restorationClass
    self.carried = carried
    self.keyedValues = keyedValues
  }

  /// Every object this one refers to, in order; those that it passes on come last.
  public var references: [NodeID] {
    var found: [NodeID] = []
    for entry in keyedValues { entry.value.appendReferences(to: &found) }
    carried.appendReferences(to: &found)
    return found
  }
}
