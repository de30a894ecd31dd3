extension RestorationRegistry {
  /// Registers a type of object that is its own restoration class.
  ///
  /// The parameters are those of the other kinds of types.
  public mutating func register<Object: StateRestoring & ObjectRestoration>(
    _ type: Object.Type, as key: String, formerly: [String] = [], schema: Int = 1
  ) {
    offer(type, as: key, formerly: formerly, schema: schema)
    register(objectRestorationClass: type, as: key, formerly: formerly)
  }

  /// Registers a restoration class that makes objects of another type.
  public mutating func register(
    objectRestorationClass type: any ObjectRestoration.Type, as key: String,
    formerly: [String] = []
  ) {
    for former in formerly { history.classKeys[former] = key }
    if let other = objectRestorationClass(forKey: key), other != type {
      note(problem: Self.clash(of: [other, type], as: key, what: "object restoration classes"))
    }
    objectRestorationClasses.removeAll { $0.key == key }
    objectRestorationClasses.append((key, type))
  }

  func objectRestorationClass(forKey key: String) -> (any ObjectRestoration.Type)? {
    objectRestorationClasses.first { $0.key == key }?.type
  }

  func key(forObjectRestorationClass type: any ObjectRestoration.Type) -> String? {
    objectRestorationClasses.first { $0.type == type }?.key
  }
}
