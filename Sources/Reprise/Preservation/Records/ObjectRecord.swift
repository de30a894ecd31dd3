/// The saved state of one restorable object.
package struct ObjectRecord: Hashable, Sendable {
  /// The kind of object, which decides how a restore finds it.
  package enum Kind: UInt8, Sendable {
    /// The application; its delegate writes the record.
    case application = 0
    /// A window.
    case window = 1
    /// A view controller.
    case controller = 2
    /// A view, found in the view hierarchy of its controller.
    case view = 3
    /// A registered object that is neither (contract 6).
    case object = 4
    /// The stand-in for a damaged record, of which only the node is known.
    ///
    /// Never stored.
    case damaged = 254
    /// The stand-in for a record that this program cannot read although its seal is intact: a newer
    /// program wrote it.
    ///
    /// Never stored: the archive keeps the original.
    case unreadable = 255
  }

  /// The identity.
  package var node: NodeID

  /// What kind of object it is.
  package var kind: Kind

  /// The object that contains or presents this one (contract 2.A.2).
  package var parent: NodeID?

  /// The object's own restoration identifier: the last component of its path.
  package var identifier: String

  /// The position that distinguishes siblings with the same identifier (contract 2.A.4).
  package var index: Int?

  /// The stable key of the object's type, for the class check (contract 3.7).
  package var typeKey: String

  /// The version of the keys and values that the type stores (contract 10.1.4).
  package var schema: Int

  /// The stable key of the restoration class, if the object has one.
  package var restorationClass: String?

  /// The encoded values, in the order of encoding.
  package var values: [(key: String, value: Value)] {
    get { keyedValues.pairs }
    set { keyedValues = [KeyedValue](newValue) }
  }

  /// What another version of the program stored and this one preserves.
  package var carried: Carried

  /// The ``values``, as a coder stores them.
  package var keyedValues: [KeyedValue]

  /// Makes a record.
  package init(
    node: NodeID, kind: Kind, parent: NodeID?, identifier: String, index: Int? = nil,
    typeKey: String, schema: Int = 1, restorationClass: String? = nil,
    values: [(key: String, value: Value)] = [], carried: Carried = Carried()
  ) {
    self.init(
      node: node, kind: kind, parent: parent, identifier: identifier, index: index,
      typeKey: typeKey, schema: schema, restorationClass: restorationClass,
      keyedValues: [KeyedValue](values), carried: carried)
  }

  /// Makes a record from a coder's values.
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

  /// Every referenced object, in order; carried references come last.
  package var references: [NodeID] {
    var found: [NodeID] = []
    for entry in keyedValues { entry.value.appendReferences(to: &found) }
    carried.appendReferences(to: &found)
    return found
  }
}
