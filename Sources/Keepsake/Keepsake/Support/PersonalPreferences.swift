import Inventory
import Reprise

/// The contents of `config.toml`: how this login shows things, whatever the inventory.
///
/// The program reads the file and never writes it. Data such as the owner is a setting of the
/// inventory (`keepsake settings`), and so is the currency once there are items.
nonisolated struct PersonalPreferences: Hashable {
  /// The theme; `nil` for the terminal's default.
  private(set) var theme: Theme.Definition?

  /// The files in which that theme may be; empty for a shipped one.
  private(set) var themeFiles: [String] = []

  /// The keys by action.
  private(set) var keys: [String: [KeyBinding]] = [:]

  /// Whether pictures are graphics; `nil` for the inventory's setting.
  private(set) var pictureGraphics: Bool?

  /// The number and date format of the preferred language; `nil` for the locale's.
  private(set) var language: LocaleFormat?

  /// The currency of an inventory without items; `nil` for the locale's.
  private(set) var currency: Currency?

  /// The place of that line: `config.toml:3`.
  private var currencyPlace = ""

  /// How amounts are written; `nil` for the locale's way.
  private(set) var numberFormat: LocaleFormat.NumberFormat?

  /// How days are written; `nil` for `2024-05-31`.
  private(set) var dateFormat: LocaleFormat.DateFormat?

  /// Which of `5/1/2024` is the day; `nil` for the locale's way.
  private(set) var dateOrder: LocaleFormat.DateOrder?

  /// After how many minutes without a key a window locks; `nil`: it does not.
  private(set) var lockAfter: Int?

  /// The value in units of the currency from which an item needs proof; `nil` for the usual one.
  private(set) var proofFrom: Int?

  /// Whether windows lock when the desktop reports the user as away.
  private(set) var locksWhenAway = false

  /// Where notices go, by kind.
  private(set) var noticePlaces: [NoticeKind: NoticePlace] = [:]

  /// Whether the terminal may be asked for a larger window.
  private(set) var resizesTerminal = false

  /// How the agent notifies the person; `nil` for the desktop's notifications, if there is a
  /// desktop.
  private(set) var notify: NotifyWay?

  /// The command that gets the agent's messages.
  private(set) var notifyCommand: [String]?

  /// The sound of the agent's messages; `nil` for silence.
  private(set) var notifySound: String?

  /// The person's own commands.
  private(set) var commands: [CustomCommand] = []

  /// The lines that are ignored.
  private(set) var problems: [PreferenceProblem] = []

  /// Nothing is wanted.
  init() {}

  /// Reads files, the most important first.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - formerTheme: The theme that stays if the chosen one cannot be used.
  init(files: [String], formerTheme: Theme.Definition? = nil) {
    var preferences = Preferences(files: files)
    theme = preferences.theme(former: formerTheme)
    themeFiles = preferences.themeFiles()
    pictureGraphics = preferences.flag("picture-graphics")
    language = preferences.text("language", "a language, as in \"de\" or \"de_CH\"") {
      LocaleFormat(language: $0)
    }
    currency = preferences.text("currency", "the three letters of a currency, as in \"CHF\"") {
      Currency(listedCode: $0)
    }
    currencyPlace = preferences.place(of: "currency") ?? ""
    numberFormat = preferences.choice("number-format")
    dateFormat = preferences.choice("date-format")
    dateOrder = preferences.choice("date-order")
    lockAfter = preferences.number("lock-after", in: 1...1440)
    proofFrom = preferences.number("proof-from", in: 0...1_000_000_000)
    locksWhenAway = preferences.flag("lock-when-away") ?? false
    resizesTerminal = preferences.flag("resize-terminal") ?? false
    for kind in NoticeKind.allCases {
      noticePlaces[kind] = preferences.choice("notices.\(kind.rawValue)")
    }

    notify = preferences.choice("notify")
    notifyCommand = preferences.command("notify-command").flatMap { $0.first == "" ? nil : $0 }
    notifySound = preferences.text(
      "notify-sound", "the path of a sound, as in \"/usr/share/sounds/bell.oga\""
    ) { $0.isEmpty || $0.hasPrefix("/") ? $0 : nil }.flatMap { $0.isEmpty ? nil : $0 }
    keys = preferences.keys(of: .keepsake, listedBy: "`keepsake keys`")
    commands = preferences.customCommands()
    preferences.nameUnknownKeys { key in
      InventorySetting(rawValue: key).map {
        "set it for the inventory instead: keepsake settings \($0.rawValue)=…"
      }
    }
    problems = preferences.problems
  }

  /// A locale's format with the user's preferences.
  func customs(over locale: LocaleFormat) -> LocaleFormat {
    var customs = language ?? locale
    if let numberFormat { customs.adopt(numberFormat) }
    if let dateFormat { customs.adopt(dateFormat) }
    if let dateOrder { customs.adopt(dateOrder) }
    return customs
  }

  /// The question what is due, for a number of days.
  func dueQuestion(
    on today: CalendarDate, days: Int = DueQuestion.usualDays, in currency: Currency
  ) -> DueQuestion {
    var question = DueQuestion(today: today, days: days)
    if let proofFrom {
      question.proofFrom = DueQuestion.proofFrom(units: proofFrom, in: currency)
    }
    return question
  }

  /// The advice if the preferred currency isn't the inventory's; `nil` if it is.
  func advice(onCurrency used: Currency) -> String? {
    guard let currency, currency != used else { return nil }
    // A window of 80 columns has room for that.
    return "\(currencyPlace): the currency is \(used.code); change it: "
      + "keepsake settings currency=\(currency.code)"
  }

  /// All problems in one line for the screen; `nil` without any.
  var line: String? {
    guard let first = problems.first else { return nil }
    guard problems.count > 1 else { return first.brief }
    // Before the words, which a narrow window cuts; `keepsake doctor` has them all.
    return first.brief.replacing(": ", with: " (+\(problems.count - 1) more): ", maxReplacements: 1)
  }
}

/// How the agent notifies a person while no window is open.
nonisolated enum NotifyWay: String, CaseIterable {
  /// By the notifications of the desktop.
  case desktop
  /// Not at all.
  case none
}
