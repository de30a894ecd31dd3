/// The limits of what an inventory holds and of what one home can make the others store.
///
/// `Limits.md` lists them for people; a test compares the two.
public enum Bounds {
  /// The levels of nested items, and of nested places.
  public static let levels = 64
  /// The values of one cell that homes wrote without knowing of each other.
  public static let valuesPerCell = 64
  /// The values of all cells of a row.
  public static let valuesPerRow = 4096
  /// The rows that one operation writes; homes send at most 500.
  public static let rowsPerOperation = 1000
  /// The bytes of one sealed operation.
  public static let operationBytes = 16 << 20
  /// The bytes of one value that fits into an operation with what comes around it.
  public static let cellBytes = operationBytes - (64 << 10)
  /// The tags and custom fields of one item together.
  public static let namesPerItem = 1000
  /// The bytes of all texts of one item together, with its tags and custom fields; of a private item, once sealed.
  public static let itemBytes = 8 << 20
  /// The bytes of a name: of an item's tag or custom field, a place, a category, a member.
  public static let nameBytes = 1000
  /// The bytes of a text: a name or the notes of an item, the value of a custom field, the notes of a place.
  public static let textBytes = 1 << 20
  /// The bytes of a text in the settings.
  public static let settingBytes = 10_000
  /// The characters of an import reference.
  public static let referenceCharacters = 100
  /// How many times its own size an archive of another program may unpack to.
  public static let archiveRatio: Int64 = 100
  /// The former names of its device that one operation lists.
  static let formerNames = 10_000
  /// The last moment that a date shows: the end of the year 9999, in milliseconds since 1970.
  static let lastMoment: Int64 = 253_402_300_799_999
}
