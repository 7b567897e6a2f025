extension MonthName {
  /// Each month's number, followed by the month's names. A 0 precedes names that mean different
  /// months in different languages. Made by scripts/month-names, like the tables below.
  static let table = """
    0 chi cte ct̓é du e-k her here jen jol juu kan kho kun kwe lam lip lis listopad listopada lwe
    làm maa mae mat mati maw mor msi mud mäe nhl nip pha phe sad sak see srp sun tlh tsh win yan ýan
    čer şu 1 am_faoilleach ama amajjii ark arkoi bhi bhimbidvwane bisha_koobaad chinero
    dhen_fhaoilleach dja djanvî ean eanáir ene enero eni enikwsi eyomqungu faoi fer ferikgong gen
    gener genièr gennaio genver ghe ghennàrgiu ian ianuali ianuari ianuarie ini iniru inïru ion
    ionawr j-guer jaan jaanuar jaenner jan janabari janairu janar janaware janeiro jannar jannewarie
    jannewaris jannuaar janoary januaari januaarip januar januara januari januarie januario januaro
    january janueri januwari január janv janvier janvye janvāris janwaliyo janúar jaunuwoa jenner
    jenuari jenuware jenụwarị jerrey-geuree jän jänner kob kohi kohi-tātea kăr kărlac led leden
    ledna mis_genver mqu mut mutarama oca ocak ođđajagemánnu ođđj oṣù_ṣẹ́rẹ́ pellkwet̓min pet
    petsatin phando pherekgong qun qunxa_garablu s-ɔ san sanda-ɔpɛpɔn sanwiy'e sau saus sausio
    sausis sausė siakwa_kati sii siilo sij siječanj siječnja siqiññaatchiaq studzienia studzień sty
    styczeń stycznia styczyń stë stëcznik stëcznika sunguti sánzá_ya_yambo sñt sān sānuali tammi
    tammikuu tammikuuta urt urtarrila xan xaneiro xin xineru yanvar yanüari yen yennayer zan zanvie
    zen zenâ zenâr çil çile ýanwar ğın ğınwar ιαν ιανουάριος ιανουαρίου ажь ажьырныҳәа гыйн гыйнвар
    нэгдүгээр_сар сту студзень студзеня січ січень січня тохс тохсунньу шорыкйол шрк янв январ
    январы январь января яну януари јан јануар јануари қаң қаңтар հնվ հունվար հունվարի בינואר יאַנ
    יאַנואַר ינו ינואר جانفي جنؤری جنوري جنوری كانون_الثاني يانۋار ينا يناير ژانویه کانونی_دووەم
    ܏ܟܢ_܏ܒ ܟܢܘܢ_ܐܚܪܝܐ ޖެނުއަރީ जन जनवरी जन॰ जानुवारी जाने जानेवारी बैसाख জান জানু জানুয়ারী জানুৱারি
    জানুৱাৰী ਜਨ ਜਨਵਰੀ જાન્યુ જાન્યુઆરી ଜାନୁଆରୀ ஜன ஜனவரி జన జనవరి ಜನ ಜನವರಿ ജനു ജനുവരി ජන ජනවාරි ม.ค
    มกราคม ມ.ກ ມັງກອນ ཟླ་བ་དང་པ་ ဂျာန် ဂျာန်နျူအာရဳ ဇန် ဇန်နဝါရီ လိူၼ်ၵမ် იან იანვარი ልደት ልደትሪ ጃንዩ
    ጃንዩወሪ ጠሐረ ጥሪ ᔮᓄ ᔮᓄᐊᓕ មករា ṣẹ́rẹ́ 一月 ꭴꮓ ꭴꮓꮈꮤꮕ 2 an_gearran bisha_labaad chk chkwali chw chwefror
    col colte cʼhw cʼhwevrer dhen_ghearran eyomdumba fab faburairu fbl feabh feabhra feb febbraio
    febereware feberwaar febr febrayer febreiro febrer febrero febreru febrewaris febrièr febroary
    februaari februaarip februar februara februari februarie februario februaro february februeri
    februwari februwoa február februāris febrúar febrüari febrụwarị febuari febwaliyo febwari fee
    feebriy'e fep fepuali fepuari fev fevereiro fevral fevriye fevrâ fevrâr fevrî few fewral fib
    fibberwarie fiw fiwral' fra frar fre freàrgiu fur fuṛar fév févr février fēp fēpueli gas
    gashyantare gearr gro gromicznik gromicznika guov guovvamánnu gur guraandhala helmi helmikuu
    helmikuuta hla hlakola hor hornig hui hui-tanguru hwe indlovane k-ɔ kup kupitin kuswa_kati
    kwakwar-ɔgyefuo lab luh luhuhi lut lutaha lutego luty mdu mis_hwevrer nah naharsi_kudo nar narăs
    nyenyenyani ots otsaila oṣù_èrèlè peb pebrero pelctsipwen̓ten phi phiwriru shk shkurt sib sibat
    siqiññaasrugruk sánzá_ya_míbalé sñs t-arree thang thangthang tlhakole toshiaght-arree tsi
    ufeberbari van vas vasario vasaris vasarė veebr veebruar velj veljača veljače èrèlè úno únor
    února şub şubat φεβ φεβρουάριος φεβρουαρίου ақп ақпан жәаб жәабран лют лютага лютий лютого люты
    олун олунньу пгж пургыж феб фебруар фев феврал февралы февраль февраля февруари хоёрдугаар_сар
    փետրվար փետրվարի փտր בפברואר פֿעב פֿעברואַר פבר פברואר شباط شوب شوبات فبر فبراير فبروري فرؤری
    فروري فروری فوریه فيفري فېۋرال ܫܒܛ ފެބްރުއަރީ जेठ फबरवरी फर फरवरी फ़रवरी फ़र॰ फेब्रु फेब्रुअरी
    फेब्रुवारी ফেব ফেব্রুয়ারী ফেব্রুৱারি ফেব্ৰু ফেব্ৰুৱাৰী ਫ਼ਰ ਫ਼ਰਵਰੀ ફેબ્રુ ફેબ્રુઆરી ଫେବୃଆରୀ பிப்
    பிப்ரவரி ఫిబ్ర ఫిబ్రవరి ಫೆ ಫೆಬ್ರ ಫೆಬ್ರವರಿ ಫೆಬ್ರುವರಿ ഫെബ്രു ഫെബ്രുവരി පෙබ පෙබරවාරි ก.พ กุมภาพันธ์
    ກ.ພ ກຸມພາ ཟླ་བ་གཉིས་པ་ ဖေ ဖေဖော်ဝါရီ လိူၼ်သၢမ် ဝှေဝ် ဝှေဝ်ဗြူအာရဳ თებ თებერვალი ለካቲ ለካቲት ከተተ ካብኽ
    ካብኽብቲ ፌብሩ ፌብሩወሪ ᕕᕗ ᕕᕗᐊᓕ កុម្ភៈ 二月 ꭷꭶ ꭷꭶꮅ 3 ada adar am_màrt bisha_saddexaad bit bitooteessa bře
    březen března cig ciggilta_kudo dhen_mhàrt e-ɔ ebɔw-ɔbenem eyokwindla fam indlovulenkhulu
    kakamuk_kati kov kovas kovo kul kuo kuova maachị maalis maaliskuu maaliskuuta maart mac machi
    maerz mar marca march marec mares maret maris marisi mars marsi marsip marso marsu mart martie
    martio marto marts martsa martxoa martzu marzec marzo marzu març março mas mashi masi matšhe
    mawrth mayrnt maʻa maʻasi mbo mbooy meu meurzh meɣ meɣres mie miert mis_meurth moaz mop mopitlwe
    moz mrt mrz màrt márc március márta mäerz mär märts märz märze mås måss měr měrc měrca njuk
    njukčamánnu nyenyankulu ožu ožujak ožujka oṣù_ẹrẹ̀nà pan paniqsiqsiivik pellsqépts pou
    poutū-te-rangi puš sakavik sakavika sqe str strëmiannik strëmiannika sánzá_ya_mísáto the there
    tlhakubele umatjhi uya uyaitin vul wer werurwe xam xamokhwite μάρ μάρτιος μαρ μαρτίου бер
    березень березня гуравдугаар_сар кул кулун_тутар мар март марта мартъи мартъийы нау наурыз сак
    сакавік сакавіка хәажә хәажәкыра ӱрн ӱярня մար մարտ մարտի במרץ מאַר מערץ מרץ آذار ئاز ئازار مار
    مارت مارس مارٕچ مارچ ܐܕܪ މާރޗް अषाढ़ मार्च मार्चि मार्स মার মার্চ মাৰ্চ ਮਾਰਚ માર્ચ ମାର୍ଚ୍ଚ மார்
    மார்ச் మార్చి ಮಾ ಮಾರ್ಚ್ മാർ മാർച്ച് මාර් මාර්තු มี.ค มีนาคม ມ.ນ ມີນາ ཟླ་བ་གསུམ་པ་ မတ် မာတ်
    မာတ်ချ် လိူၼ်သီႇ მარ მარტი መገበ መጋቢ መጋቢት ማርች ክብላ ᒪᔅ ᒪᔅᓯ មីនា ṱhafamuhwe ẹrẹ̀nà 三月 ꭰꮕ ꭰꮕᏹ 4 _avri
    abr abril abrile abrille abrëll afi afirilu afr agd agda_baxis aib aibreán aka an_giblean ape
    apelila aperila api apirila apl apr aprel aprele aprell apriili apriilip april aprile aprili
    aprilie aprill aprilo aprily apryl apryla apríl aprīlis apu apuli arv averil avr avri avril
    avrril avrî avrîl awr awril awrila bal balandis balandžio balondė bisha_afraad cuoŋ cuoŋománnu
    dhen_ghiblean dub duben dubna dzi dzivamisoko e-o ebr ebrel ebrill ebɔbira-oforisuo elb elba eph
    ephreli epr eprel epreo epril eprèl gibl huhti huhtikuu huhtikuuta jang jangmi kra krasavik
    krasavika kwetayoxe kwi kwiecień kwieciyń kwietnia lambamai lî_wainhka_kati mab mabasa mata
    mis_ebrel mme mmese moranang nis nisan nîs nîsan oṣù_ìgbé pae paenga-whāwhā peslléwten pri prill
    qil qilġich_tatqiat seeɗto sánzá_ya_mínei tay tayutin tra travanj travnja u-apreli utshazimpuzi
    yeb yebril yebrir ápr április éwt ìgbé łżë łżëkwiat łżëkwiata ʻepe ʻepeleli απρ απρίλιος
    απριλίου апр апрел апрелы апрель апреля април вшр вӱдшор дөрөвдүгээр_сар кві квітень квітня кра
    красавік красавіка муус муус_устар мш мшаԥы сәу сәуір ապր ապրիլ ապրիլի אַפּר אַפּריל אפר אפריל
    באפריל آوریل أبر أبريل أفريل ئاپرېل اپريل اپریل نيسان نیس نیسان ܢܝܣܢ އެޕްރީލް अप अपरेल अप्रिल
    अप्रेल अप्रै अप्रैल एप्रि एप्रिल एप्रैल एफ्रिल सावोन এপ্রি এপ্রিল এপ্ৰিল ਅਪ੍ਰੈ ਅਪ੍ਰੈਲ એપ્રિલ
    ଅପ୍ରେଲ ஏப் ஏப்ரல் ఏప్రి ఏప్రిల్ ಏಪ್ರಿ ಏಪ್ರಿಲ್ ಏಪ್ರಿಲ್‌‌ ഏപ്രി ഏപ്രിൽ අප්‍රි අප්‍රේල් เม.ย เมษายน
    ມ.ສ ເມສາ ཟླ་བ་བཞི་པ་ လိူၼ်ႁႃႈ အေ အေပြေယ်လ် ဧပြီ აპრ აპრილი ሚያዝ ሚያዝያ አኀዘ ኤፕረ ኤፕረል ኤፕሪል ፋጅኺ ፋጅኺሪ
    ᐃᐳ ᐃᐳᓗ មេសា 四月 ꭷꮼ ꭷꮼꮒ 5 an_cèitean aru beal bealtaine bisha_shanaad boaldyn caamsa cam can cax
    caxah_alsa cèit dhen_chèitean duu duujal ell esusow_aketseaba-kɔtɔnimba geg gegožės gegužė
    gegužės gic gicuransi gul gulan hara haratua inkhwenkhweti keg kegketin khk kvě květen května
    lih_mairin_kati maaie maaji maajip maayi mag maggio mai maiatza maig maijs maio maj maja majo
    maju may mayo mayu mayyu mayıs maz mazzo maí maý me mee mei meij meije mej meja meje mejju mey
    meyi mies miessemánnu mis_me moj moja mot motsheanong motsheganong mudyaxihi máj május môj mē
    oṣù_ẹ̀bibi sha shu shundunthule sup suppivik svi svibanj svibnja sánzá_ya_mítáno tai tainipen
    touko toukokuu toukokuuta ucanzibe μάι μάιος μαΐ μαΐου ага лаҵ лаҵара май майы мам мамыр мая мај
    тавдугаар_сар тра травень травня ыам ыам_ыйа ыам_ыйын մայ մայիս մայիսի במאי מאי מיי מײַ أيار ئای
    ئایار مئی ماي مايو مه مي مٓی میٔ مۍ ܐܝܪ މެއި भादो मई मे मेई মে ਮਈ મે ମଇ மே మే ಮೇ മേയ് මැයි พ.ค
    พฤษภาคม ພ.ພ ພຶດສະພາ ཟླ་བ་ལྔ་ཕ་ မေ လိူၼ်ႁူၵ်း მაი მაისი ሜይ ክቢቅ ክቢቅሪ ግንባ ግንባት ግንቦ ግንቦት ᒪᐃ ឧសភា
    ẹ̀bibi 五月 ꭰꮒ ꭰꮒꮝꭼꮨ 6 an_t-ògmhios birž birželio birželis bisha_lixaad brá bráčet bėr bėrželė chn
    chunyo cze czerwca czerwiec czerwińc czerwińca czy czyrwca czyrwiec dhen_ògmhios djn djun eka
    ekaina eyesilimela fulwi geas geassemánnu giu giugno haz haziran hez hezîran hun huniyu hunyo
    inhlaba iun iuni iunie iyn iyun iýn iýun iġñ iġñivik i̇yn i̇yun jon jona jug jugn juin jun june
    junh junho juni junie junij junija junio juny junyu juun juuni juunip jún június júní jūn jūnijs
    kam kamena kesä kesäkuu kesäkuuta khotavuxika kichinipen korse lipanj lipnja lix lwi làmpadas
    lî_kati m-souree mean-souree meh mehefin meith meitheamh met mezh mezheven mis_metheven o-a
    obirade-ayɛwohomumu oṣù_òkúdu pelltspéntsk phupjane pipi pipiri qas qasa_dirri qer qershor
    seetebosigo sil sune suw suwen sánzá_ya_motóbá teg tegmatin tsp vos vosik wax waxabajjii xun
    xunu xuñ xuño yun yuni yunyu yün yüni zin zûg zûgno ògmh òkúdu čen červen červienia červień
    června ġun ġunju şĕr şĕrtme ιουν ιουνίου ιούν ιούνιος бэс бэс_ыйа бэс_ыйын зургадугаар_сар июн
    июны июнь июня мау маусым пдш пеледыш рашә рашәара чер червень червня чэр чэрвень чэрвеня юни
    јун јуни հնս հունիս հունիսի ביוני יונ יוני ئىيۇن جوان جون جوٗن حزيران حوز حوزەیران يون يونيو
    ژوئن ܚܙܝܪܢ ޖޫން आसिन जुन जून जूनि জুন ਜੂਨ જૂન ଜୁନ ஜூன் జూన్ ಜೂ ಜೂನ್ ജൂൺ ජූනි มิ.ย มิถุนายน ມິ.ຖ
    ມິຖຸນາ ཟླ་བ་དྲུག་པ་ ဂျုန် ဇွန် လိူၼ်ၸဵတ်း ივნ ივნისი ም/ት ምኪኤል_ትጓ̅ኒሪ ሠንየ ሰነ ጁን ᔪᓂ មិថុនា 六月 ꮥꭽ
    ꮥꭽꮇᏹ 7 a-k ado adooleessa agẹmọ an_t-iuchar arg argiolas//trìulas ayɛwoho-kitawonsa
    bisha_todobaad chl chuliol dhen_iuchar djl djulete eyekhala fulwana gor gorffennaf gou gouere
    hei heinä heinäkuu heinäkuuta heiwet hul huliyu hulyo hōngoi hōngoingoi itc itchavik iuch iul
    iulai iulie iyl iyul iúil iýl iýul i̇yl i̇yul j-souree jak jakhong jerrey-souree jiy jiyè jolay
    jui juil juillet jul julaayi julae julai julayi julaị julhet julho juli julie julij julija julio
    juliol july julyu juuli juulip júl július júlí jūl jūlijs kha kholwane kor korrik kuntutin lai
    lainipen liep liepa liepos lipca lipiec lipienia lipień lug luglio lui lul lulju lwa lëp lëpas
    lëpińc lëpińca lûg lûggio mawuwani mis_gortheren morso nya nyakanga oṣù_agẹmọ pastara_kati
    pelltqwelq̓wél̓t phu phukwi phupu qad qado_dirri siu siulai srpanj srpnja sul sulet suoi
    suoidnemánnu sánzá_ya_nsambo tem temmuz tod tqw tîr tîrmeh upu ută uzt uztaila xnt xul xullo
    xunetu yul yuli yulyu yulyuz yül yüli zil zilye čec července červenec ιουλ ιουλίου ιούλ ιούλιος
    долдугаар_сар июл июлы июль июля лип липень липня ліп ліпень ліпеня от от_ыйа от_ыйын срм сӱрем
    шіл шілде юли јул јули ԥхынгә ԥхынгәы հլս հուլիս հուլիսի ביולי יול יולי ئىيۇل تموز تەم تەموز
    جولاءِ جولائی جولاي جولای جويلية جوٗلایی يول يوليو يوليوز ژوئیه ܬܡܘܙ ޖުލައި कातिक जुल जुला जुलाइ
    जुलाई जुलै जुल॰ जूलाइ जूलै জুল জুলাই ਜੁਲਾ ਜੁਲਾਈ જુલાઈ ଜୁଲାଇ ஜூலை జులై ಜು ಜುಲೈ ജൂലൈ ජූලි ก.ค
    กรกฎาคม ກ.ລ ກໍລະກົດ ཟླ་བ་བདུནཔ་ ဂျူ ဂျူလာၚ် ဇူ ဇူလိုင် လိူၼ်ပႅတ်ႇ ივლ ივლისი ሐመለ ሓምለ ኰር ኰርኩ ጁላይ
    ᔪᓚ ᔪᓚᐃ កក្កដា 七月 ꭻᏸ ꭻᏸꮙꮒ 8 _awousse abu abuztua ag aga agasti aggusti aggustip ago agost agosti
    agosto agostose agostu agt agu agusito agusta agustu agustus an_lùnastal aog aogositra aok
    aokuso aoû août arh arhostosi aug auguso august augusti augusto augusts augustus augusztus aus
    austu avg avgust avo avost avq avqust awg awgust awgusta awo awousse aws awst awu awustu aww
    awwissu ağu ağustos aŭg aŭgusto bisha_sideedaad borg borgemánnu d-ɔ dhen_lùnastal difuu-ɔsandaa
    elo elokuu elokuuta eos eost est eyethupa gsh gusht hag hagayya here-turi-kōkā ingci juk juko
    kanama kol kolovoz kolovoza leq leqeeni liiqen luanistyn lùna lún lúnasa mha mhawuri mis_est ngc
    ngu oga ogas ogasti ogis ogos ogs oug ougùstùs oṣù_ògún pai paipai pellct̓éxel̓cten phato phatwe
    rgp rogpjūtė rugp rugpjūtis rugpjūčio sid sie sierpień sierpiyń sierpnia sikla_kati srpen srpna
    sánzá_ya_mwambe teb tebax thu tiñ tiññivik uut winaminke yag yagkujutin zél zélnik zélnika ágú
    ágúst ògún ögu ögus öig öigšte şur şurla žni žnivień žniŭnia ɣuc ɣuct ʻaok ʻaokosi αυγ αυγούστου
    αύγ αύγουστος авг август августа августы атыр атырдьах_ыйа атырдьах_ыйын жні жнівень жніўня
    наймдугаар_сар нанҳә нанҳәа сер серпень серпня сорла срл там тамыз օգոստոս օգոստոսի օգս אוג
    אוגוסט אויגוסט אױג באוגוסט آب آقۇست آگسٽ أغس أغسطس أوت ئاب ئاۋغۇست اوت اګست اگست غشت ܐܒ އޮގަސްޓް
    अग अगस्ट अगस्त अगहन अग॰ आगस्टु आगस्थ ऑग ऑगस्ट ओगस्ट আগ আগষ্ট আগস্ট ਅਗ ਅਗਸਤ ઑગસ્ટ ଅଗଷ୍ଟ ஆக ஆகஸ்ட்
    ఆగ ఆగస్టు ಆಗಸ್ಟ್ ഓഗ ഓഗസ്റ്റ് අගෝ අගෝස්තු ส.ค สิงหาคม ສ.ຫ ສິງຫາ ཟླ་བ་བརྒྱད་པ་ လိူၼ်ၵဝ်ႈ အဝ်
    အဝ်ဂါတ် ဩဂုတ် აგვ აგვისტო ማርያ ማርያም_ትሪ ነሐሰ ነሓሰ ኦገስ ኦገስት ᐊᒋ ᐊᒋᓯ សីហា ṱhangule ọgọ ọgọọst 八月 ꭶꮆ ꭶꮆꮒ
    9 ami amiġaiqsivik an_t-sultain avă avăn bisha_sagaalaad cab cabudanni chiti ctembeṛ cut
    cutenber daiktatin dait dhen_t-sultain eyl eylül eyomsintsi f-ɛ fankwa-ɛbɔ ful fuulbana gwe
    gwengolo gwn herbštmánet inyoni ira iraila khu khubvumedzi kichitahkok leo leotse lwetse
    m-fouyir mahu mahuru mean-fouyir med medi meán_fómhair mfómh mis_gwynngala ndz ndzhati nyo nze
    nzeli owewe oṣù_owewe pesqelqlélten qel rugs rugsėjis rugsėjo ruj rujan rujna sag sat satumba
    seb sebuttemba sen sentabr sentyabr sentâbr sentýabr sep sepetema sepitema sept septaambar
    septam septamba septambra septanm septemba septembar septembari septembarip september septembra
    septembre septembrie septembris septembro septhemba septiembre septimber septiyembre set setema
    setembar setembre setembro setemere setiembre setimbe settembre settembru setyembre sht shtator
    siejės siilto sin sintebír sip siptiyimri sit sitimri slt stb sult syys syyskuu syyskuuta szept
    szeptember sánzá_ya_libwa sèp sèptèmber séw séwnik séwnika tah vie vierasień vieraśnia way waysu
    wrz wrzesień wrzesiyń września wîs_kati zář září îlo îlon čakč čakčamánnu σεπ σεπτέμβριος
    σεπτεμβρίου бал балаҕан_ыйа балаҕан_ыйын вер верасень верасня вересень вересня есдүгээр_сар идм
    идым сен сент сентябр сентябры сентябрь сентября сеп септембар септември цәыб цәыббра қыр
    қыркүйек սեպ սեպտեմբեր սեպտեմբերի בספטמבר סעפּ סעפּטעמבער ספט ספטמבר أيلول ئەی ئەیلوول سبت
    سبتمبر ستمبر سيپٽيمبر سپتامبر سپتمبر سېنتەبىر شتنبر ܐܝܠܘܠ ސެޕްޓެންބަރ पूस सप्टें सप्टेंबर सित
    सितंबर सितमबर सितम्बर सित॰ सेप्टेंबर सेप्टेंबरू सेप्टेम्बर सेबथेज्ब़र ছেপ্তেম্বৰ সেপ সেপ্ট
    সেপ্টেম্বর সেপ্তেম্বর ਸਤੰ ਸਤੰਬਰ સપ્ટે સપ્ટેમ્બર ସେପ୍ଟେମ୍ବର செப் செப்டம்பர் సెప్టెం సెప్టెంబర్ ಸೆ
    ಸೆಪ್ಟೆಂ ಸೆಪ್ಟೆಂಬರ್ ಸೆಪ್ಟೆಂಬರ್‌ സെപ്റ്റം സെപ്റ്റംബർ සැප් සැප්තැම්බර් ก.ย กันยายน ກ.ຍ ກັນຍາ
    ཟླ་བ་དགུ་པ་ စက် စက်တင်ဘာ လိူၼ်သိပ်း သိပ် သိပ်တီဗာ სექ სექტემბერი መስከ መስከረም ሴፕቴ ሴፕቴምበር ከረመ ያኸኒ
    ያኸኒ_መሳቅለሪ ᓯᑎ ᓯᑎᕙ កញ្ញា 九月 ꮪꮅ ꮪꮅꮝꮧ 10 _octôbe an_dàmhair bisha_tobnaad cot cotmeh
    deireadh_fómhair dfómh dhen_dàmhair dip diphalane dit diteli dwa dàmh eki ekim eyedwarha golg
    golggotmánnu hed hyd hydref imp impala ipam ipamtatin j-fouyir jerrey-fouyir jup jupa kastryčnik
    kastryčnika kṭu kṭuber lad loka lokakuu lokakuuta mis_hedra mph mphalane nhlangula och ochobre
    oct october octobre octombrie octubre octòbre octôbe oke oketopa oki okitobba okt oktabr okthoba
    oktob oktoba oktobar oktobari oktobarip oktober oktobere oktobra oktobris oktobro oktoobar
    oktoober oktubre oktyabr oktâbr oktòb október oktýabr onk onkololeessa ott ottobre ottubru otu
    otubar out outubro oṣù_ọ̀wàrà paź październik października pesllwélsten phere puk puksit rujana
    santugaine//ladàmine sik sikkuvik spa spal spalio spalis spalė sánzá_ya_zómi tet tetor tob
    tshimedzi tub tubeṛ ukt uktuwri ukw ukwakira urr urria waupasa_kati whi-nu whiringa-ā-nuku wél
    wím wímánet yar yarkomaa ökt öktoba ött ükt üktebír říj říjen října ɔ-a ɔbɛsɛ-ahinime ɔtb ʻoka
    ʻokatopa οκτ οκτωβρίου οκτώβριος алт алтынньы аравдугаар_сар жов жовтень жовтня жьҭ жьҭаара кас
    кастрычнік кастрычніка окт октобар октомври октябр октябры октябрь октября шыж шыжа қаз қазан
    հոկ հոկտեմբեր հոկտեմբերի אָקט אוק אוקטובר אקטאבער באוקטובר آڪٽوبر أكت أكتوبر ئۆكتەبىر اكتبر
    اكتوبر اوْکتوْبر اکتوبر اکتوٗبر تشرين_الأول تشرینی_یەکەم ܏ܬܫ_܏ܐ ܬܫܪܝܢ_ܩܕܡܝܐ އޮކްޓޫބަރ अकटू
    अकटूबर अक्टू अक्टूबर अक्टोबर अक्तूबर अक्तू॰ अखथबर आक्टूबरू ऑक्टो ऑक्टोबर ओक्टोबर माघ অক্টো
    অক্টোবর অক্টোবৰ ওক্ত ওক্তোবর ਅਕਤੂ ਅਕਤੂਬਰ ઑક્ટો ઑક્ટોબર ଅକ୍ଟୋବର அக் அக்டோபர் అక్టో అక్టోబర్ ಅಕ್ಟೋ
    ಅಕ್ಟೋಬರ್ ഒക്ടോ ഒക്‌ടോബർ ඔක් ඔක්තෝබර් ต.ค ตุลาคม ຕ.ລ ຕຸລາ ཟླ་བ་བཅུ་པ་ လိူၼ်သိပ်းဢဵတ်း အောက်
    အောက်တိုဘာ အံက် အံက်တဝ်ဗာ ოქტ ოქტომბერი መተሉ ኦክተ ኦክተውበር ኦክቶበር ጠቀመ ጥቅም ጥቅምቲ ᐊᑦ ᐊᑦᑐᕙ តុលា ọkt
    ọktoba ọ̀wàrà 十月 ꮪꮒ ꮪꮒꮕꮧ 11 an_t-samhain aza azaroa bisha_kow_iyo_tobnaad bélú cük
    dhen_t-samhain eyenkanga huk hukuri jolal kas kasım kit lap lapkr lapkritis lapkričio lapkrėstė
    listapad listapada listopadu lweti lës lëstopadnik lëstopadnika m.houney marras marraskuu
    marraskuuta mee_houney mij mijdar mis_du ngw ngwanatsele nippivik nka nob nobiyembre nobyembre
    nof nofemere noiembrie nov novam novambra novanm novema novemba novembar novembari novembarip
    november novembre novembris novembro novembru noviembre novimber novèmber now nowaambar nowamba
    nowember nowembra noy noyabr noyebír noý noýabr nuv nuvember nuw nuwamba nuwimri nuwiyimri nvb
    nën nëntor nóv nóvember nôv nôvimbe nöw nöwemba nōv nōvema onn onniasantu//santandria oṣù_bélú
    pay payares phai phaikuni pud pudungwana sadaasa samh samhain shin shinutin skáb skábmamánnu stu
    studeni studenoga sánzá_ya_zómi_na_mɔ̌kɔ́ tach tachwedd ugu ugushyingo usi usinyikhaba wam
    wambeṛ whi-ra whiringa-ā-rangi wini wintermánet xim ximoli yahbra_kati ɔ-o ɔberɛfɛw-obubuo νοέ
    νοέμβριος νοε νοεμβρίου абҵ абҵара арван_нэгдүгээр_сар клм кылме лис листопад листопада ліс
    лістапад лістапада нов новембар ное ноември ноя нояб ноябр ноябры ноябрь ноября сэт сэтинньи қар
    қараша նմբ նոյեմբեր նոյեմբերի בנובמבר נאָװ נאוועמבער נוב נובמבר تشرين_الثاني تشرینی_دووەم نوامبر
    نوف نوفمبر نومبر نونبر نويابىر نوْوامبر ܏ܬܫ_܏ܒ ܬܫܪܝܢ_ܐܚܪܝܐ ނޮވެންބަރ नबेज्ब़र नव नवंबर नवंबरू
    नवमबर नवम्बर नव॰ नोभेम्बर नोव्हें नोव्हेंबर फागुन নবে নবেম্বর নভে নভেম্বর নৱেম্বৰ ਨਵੰ ਨਵੰਬਰ નવે
    નવેમ્બર ନଭେମ୍ବର நவ நவம்பர் నవం నవంబర్ ನವೆಂ ನವೆಂಬರ್ നവം നവംബർ නෙවැ නොවැම්බර් พ.ย พฤศจิกายน ພ.ຈ
    ພະຈິກ ཟླ་བ་བཅུ་གཅིག་པ་ နဝ် နဝ်ဝါမ်ဗာ နို နိုဝင်ဘာ လိူၼ်သိပ်းသွင် ნოე ნოემბერი ሕዳር ም/ም ምኪኤል_መሽወሪ
    ኀደረ ኖቬም ኖቬምበር ᓄᕕ ᓄᕕᕙ វិច្ឆិកា ḽar ḽara 十一 十一月 ꮕꮣ ꮕꮣꮥꮖ 12 abe abendua an_dùbhlachd ara aralık avi
    aviento avientu bisha_laba_iyo_tobnaad bow bowte chr chrištmánet dec decembar decembari
    decembarip december decembra decembre decembrie decembris decembro decimbe dek dekabr des
    desaambar desam desambra desanm desemba desember desembre desimber desèmber dets detsember dez
    dezamba dezember dezembro dhen_dùbhlachd dhj dhjetor dic dicembar dicembre diciembre dik dikebír
    diksemba dis disamba disemba disember disemere disyembre dix dixembre diċ diċembru dsb duj
    dujember dujembeṛ déc décembre dùbh eyomnga grd gru grudnia grudzień grudziyń gruod gruodis
    gruodžio grůdė gòd gòdnik gòdnika haki hakihea ingongoni joulu joulukuu joulukuuta juov
    juovlamánnu kanûn kax kaxxa_garablu ker kerzu kev lit m-ɔ m.nollick matijong mee_ny_nollick
    mis_kevardhu mng muddee mumu-ɔpɛnimba mux muxkotae n'w n'wendzamhala nad nadale//idas ngo noll
    nollaig nye nyendavhusiku oṣù_ọ̀pẹ̀ pelltetétq̓em pro prosinac prosinca prosince prosinec raš
    raštav rha rhagfyr ris risimri sakamtin sed sedimonthole siq siqiñġiḷaq sánzá_ya_zómi_na_míbalé
    tes tesema tesemo tis tisiyimri trisu_kati tshitwe tīs tīsema uku ukuboza śni śniežań śniežnia
    δεκ δεκέμβριος δεκεμβρίου арван_хоёрдугаар_сар ахс ахсынньы гру грудень грудня дек декабр
    декабры декабрь декабря декември дец децембар жел желтоқсан сне снежань снежня тел теле ԥхынҷ
    ԥхынҷкәын դեկ դեկտեմբեր դեկտեմբերի בדצמבר דעצ דעצעמבער דצמ דצמבר دجنبر دسامبر دسمبر ديس ديسمبر
    دېكابىر كانون_الأول ڊسمبر کانونی_یەکەم ܏ܟܢ_܏ܐ ܟܢܘܢ_ܩܕܡܝܐ ޑިސެންބަރ चैति डिसें डिसेंबर डिसेम्बर
    दिस दिसंबर दिसमबर दिसम्बर दिसेज्ब़र दिस॰ ॾिसंबरू ডিচেম্বৰ ডিস ডিসে ডিসেম্বর ਦਸੰ ਦਸੰਬਰ ડિસે
    ડિસેમ્બર ଡିସେମ୍ବର டிச டிசம்பர் డిసెం డిసెంబర్ ಡಿ ಡಿಸೆಂ ಡಿಸೆಂಬರ್ ഡിസം ഡിസംബർ දෙසැ දෙසැම්බර් ธ.ค
    ธันวาคม ທ.ວ ທັນວາ ཟླ་བ་བཅུ་གཉིས་པ་ ဒီ ဒီဇင်ဘာ ဒဳ ဒဳသီဗာ လိူၼ်ၸဵင် დეკ დეკემბერი ተሕሳ ተሕሳስሪ ታሕሳ
    ታሕሳስ ኀሠሠ ዲሴም ዲሴምበር ᑎᓯ ᑎᓯᕝᕙ ធ្នូ ọ̀pẹ̀ 十二 十二月 ꭵꮝ ꭵꮝꭹᏹ
    """

  /// Words for the first half of a day.
  static let forenoon = """
    am an asubuhi biknait fh ft hengihengi nu pd purvahan saaku sb soodo subaka subaxnimo téng-po͘
    uluchelo vm wd öa öö üe πμ دوپھربرونھ ص غم پن ܩܛ މކ पूर्वाह्न फुं बिहिनियाँ मपू सञं এম পূর্বাহ্ণ
    পূৰ্ব্বাহ্ন ਸਵੇਰੇ સવારે காலை ఉ ಕಾಂಡೆ ಪೂರ್ವಾಹ್ನ രാവിലെ පෙව ངས་ཆ ဂယး နံနက် ပွတ်းၼႂ် ማለዶ ቀደምሰርምዕል
    ንጉሆሰዓተ ጡዋት ጽባሕ ፋዱስጃብ ព្រឹក 上午 上晝 凌晨 午前 早上 朝 清晨 頂晡 ꮜꮎꮄ 새벽 아침 오전
    """

  /// Words for the second half of a day.
  static let afternoon = """
    akasuba alasiri aparaahna apinun aɛ carra efiafi eh ew galabnimo hawwaro kikiiɗe md nh nm pm wb
    ös üs ē-po͘ μμ دن دوپھرپتھ ش غو م ܒܛ މފ अपराह्न बेलासे मंझनियाँ मनं सबेर অপরাহ্ণ অপৰাহ্ন পম ਸ਼ਾਮ
    સાંજે மாலை సా ಅಪರಾಹ್ನ ಬಯ್ಯ വൈകു පව ཕྱི་ཆ ညနေ တ္ၚဲစေၚ် ဝၢႆးဝၼ်း ሓቆሰርምዕል ምሴት ቃማ ከሰዓት ድሕርሰዓት ፋዱስደምቢ
    ល្ងាច 下午 下晝 下晡 傍晚 午後 晚上 暮 ꮢꭿᏹꭲꮧꮲ 밤 오후 저녁
    """
}
