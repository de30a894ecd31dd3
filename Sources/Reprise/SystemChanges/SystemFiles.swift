/// The files that are looked at for changes around the app.
nonisolated public struct SystemFiles: Hashable, Sendable {
  /// What the local time zone is read from.
  public var timeZone: String?

  /// What the language of the system is set in.
  public var locale: [String] = []

  /// The app's configuration.
  public var configuration: [String] = []

  /// The app's data, as far as other programs write to it.
  public var data: [String] = []

  /// No files.
  public init() {}

  /// The files of the system that the app runs on, without any of its own.
  public static var system: SystemFiles {
    var files = SystemFiles()
    files.timeZone = "/etc/localtime"
    files.locale = ["/etc/locale.conf", "/etc/default/locale"]
    return files
  }

  /// All of them.
  var all: [String] { [timeZone].compactMap { $0 } + locale + configuration + data }
}
