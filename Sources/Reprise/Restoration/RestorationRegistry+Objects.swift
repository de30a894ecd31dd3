extension RestorationRegistry {
  /// Offers a type of registered object that is its own restoration class under a key.
  public mutating func register<Object: StateRestoring & ObjectRestoration>(
    _ type: Object.Type, as key: String
  ) {
    registerType(type, as: key)
    register(objectRestorationClass: type, as: key)
  }

  /// Offers a restoration class that is not itself the object it makes under a key.
  public mutating func register(
    objectRestorationClass type: any ObjectRestoration.Type, as key: String
  ) {
    objectRestorationClasses[key] = type
  }

  func objectRestorationClass(forKey key: String) -> (any ObjectRestoration.Type)? {
    objectRestorationClasses[key]
  }

  func key(forObjectRestorationClass type: any ObjectRestoration.Type) -> String? {
    objectRestorationClasses.first { $0.value == type }?.key
  }
}
